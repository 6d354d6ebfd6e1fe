/* What a page needs a browser for: live changes, keys, hints at what is pointed at, what was said. */
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const base = document.body.dataset.base; /* what stands before every address: another agent's page */

  /* Live: an event says that something changed; each part asks again for what it shows. */
  const live = () => {
    const state = $("state");
    const show = (on) => {
      state.className = "state " + (on ? "on" : "off");
      state.lastElementChild.textContent = state.dataset[on ? "on" : "off"];
    };
    const source = new EventSource(base + "/live");
    let known = null;
    source.addEventListener("open", () => {
      show(true);
      if (known !== null) htmx.trigger(document.body, "changed"); /* something may have been missed */
      known = known ?? "";
    });
    source.addEventListener("error", () => show(false));
    source.addEventListener("changed", () => htmx.trigger(document.body, "changed"));
    source.addEventListener("progress", (event) => {
      const { done, total } = JSON.parse(event.data);
      const bar = $("progress");
      if (!bar) return;
      bar.hidden = !total;
      bar.max = total || 1;
      bar.value = done;
    });
    addEventListener("pagehide", () => source.close());
  };

  /* What was said: as text, with a way back where there is one. */
  const say = ({ text, hint = "", undo = 0, wrong = false, again = null, label = "" }) => {
    const toasts = $("toasts");
    const toast = document.createElement("div");
    toast.className = "toast" + (wrong ? " error" : "");
    toast.setAttribute("role", wrong ? "alert" : "status");
    const said = document.createElement("span");
    said.dir = "auto";
    said.textContent = hint ? text + "\n" + hint : text;
    toast.append(said);
    const button = (label, work) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = label;
      made.addEventListener("click", () => { toast.remove(); work(); });
      toast.append(made);
    };
    if (again) button(label, () => htmx.ajax("POST", base + again.url, { values: again.values, swap: "none" }));
    if (undo) button(toasts.dataset.undo, () => htmx.ajax("POST", base + "/undo", { values: { change: undo }, swap: "none" }));
    button(toasts.dataset.close, () => {});
    toasts.replaceChildren(...[...toasts.children].slice(-2), toast);
    setTimeout(() => toast.remove(), wrong ? 20000 : 8000);
  };
  document.addEventListener("said", (event) => say(event.detail));
  document.addEventListener("htmx:sendError", () => $("state").className = "state off");

  /* What somebody unfolded, chose, or has asked for, stays when the rest is renewed. */
  Object.assign(Idiomorph.defaults.callbacks, {
    beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS") && !(name === "checked" && node.type === "radio"),
    beforeNodeMorphed: (old) => !(old instanceof Element && old.hasAttribute("data-keep")),
  });

  /* Hints. */
  const tip = $("tip");
  const hint = (target) => {
    const of = target instanceof Element ? target.closest("[data-tip]") : null;
    tip.hidden = !of;
    if (!of) return;
    tip.textContent = of.dataset.tip;
    const box = of.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    const above = box.top - own.height - 8;
    tip.style.left = left + "px";
    tip.style.top = (above > 8 ? above : box.bottom + 8) + "px";
  };
  document.addEventListener("pointerover", (event) => hint(event.target));
  document.addEventListener("focusin", (event) => hint(event.target));
  document.addEventListener("focusout", () => hint(null));
  addEventListener("scroll", () => hint(null), { capture: true, passive: true });

  /* Keys: never while somebody writes. */
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hint(null);
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || at.closest?.("input:not([type=radio]), textarea, select, dialog[open]")) return;
    if (event.key === "?") $("keys").showModal();
    else if (event.key === "/") {
      const field = document.querySelector("input[type=search]");
      event.preventDefault();
      if (field) field.select(); else location.assign(base + "/search");
    } else document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`)?.click();
  });
  $("help").addEventListener("click", () => $("keys").showModal());

  /* The newest days of a calendar are at its end. */
  const ends = (root) => root.querySelectorAll?.(".scroll.end").forEach((one) => { one.scrollLeft = one.scrollWidth; });
  document.addEventListener("htmx:load", (event) => ends(event.detail.elt));

  /* A card that is dropped is the button that moves it there. */
  let moving = null;
  const column = (event) => {
    const over = event.target instanceof Element ? event.target.closest(".column") : null;
    return moving && over && over.dataset.kind === moving.dataset.kind ? over : null;
  };
  const move = (to) => [...moving.querySelectorAll("form.act")].find((form) => form.elements.to?.value === to);
  const unmark = () => document.querySelectorAll(".column.over").forEach((one) => one.classList.remove("over"));
  document.addEventListener("dragstart", (event) => {
    moving = event.target.closest?.(".item[draggable=true]") ?? null;
    if (!moving) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
    moving.classList.add("moving");
  });
  document.addEventListener("dragover", (event) => {
    const over = column(event);
    unmark();
    if (!over || !move(over.dataset.to)) return;
    event.preventDefault();
    over.classList.add("over");
  });
  document.addEventListener("drop", (event) => {
    const form = column(event) && move(column(event).dataset.to);
    if (!form) return;
    event.preventDefault();
    form.requestSubmit();
  });
  document.addEventListener("dragend", () => {
    moving?.classList.remove("moving");
    moving = null;
    unmark();
  });

  /* Forms: one that was sent is empty again; an edit is not left by mistake. */
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && event.target.matches?.("form[data-clear]")) event.target.reset();
  });
  let dirty = false;
  document.addEventListener("input", (event) => { dirty ||= !!event.target.closest("form[data-guard]"); });
  document.addEventListener("submit", () => { dirty = false; });
  addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
  document.addEventListener("keydown", (event) => {
    const form = document.querySelector("form[data-guard]");
    if (form && (event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      form.requestSubmit();
    }
  });

  live();
})();
