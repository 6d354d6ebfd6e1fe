/* The picture of links: drawn here, laid out beside the page by layout.js. What is drawn stands as a
   list below it, too. Pointer: drag, wheel or two fingers, double click opens. Keys: arrows, Enter, + - 0. */
"use strict";
(() => {
  const root = document.getElementById("graph");
  const canvas = root.querySelector("canvas");
  const chosen = root.querySelector(".chosen");
  const pen = canvas.getContext("2d");
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const worker = new Worker(root.dataset.layout);
  worker.postMessage({ libraries: root.dataset.libraries.split(" ") });

  let all = { nodes: [], edges: [] }; /* as they were sent */
  let nodes = []; /* those that are shown */
  let edges = [];
  let beside = []; /* numbers of the neighbours of each */
  let ranked = []; /* numbers, the most linked first: whose names are shown */
  let places = new Float32Array(0);
  let view = { x: 0, y: 0, zoom: 1 };
  let own = true; /* the view still follows the picture: nobody moved it */
  let over = -1;
  let taken = -1; /* the chosen one */
  let ink = {};
  let asked = 0;

  /* Colours are those of the page, and change with it. */
  const colours = () => {
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue(name).trim();
    ink = { text: of("--ink"), dim: of("--dim"), ground: of("--bg"), accent: of("--accent"), edge: of("--edge"), font: of("--sans"), tones: [0, 1, 2, 3, 4, 5, 6].map((n) => of("--c" + n)) };
    draw();
  };

  const radius = (one) => Math.min(20, 4 + 1.7 * Math.sqrt(one.links));
  const size = () => ({ wide: canvas.clientWidth, high: canvas.clientHeight });
  const at = (number) => [(places[2 * number] - view.x) * view.zoom, (places[2 * number + 1] - view.y) * view.zoom];

  const fit = () => {
    if (!places.length) return;
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let n = 0; n < nodes.length; n++) {
      box[0] = Math.min(box[0], places[2 * n]); box[1] = Math.min(box[1], places[2 * n + 1]);
      box[2] = Math.max(box[2], places[2 * n]); box[3] = Math.max(box[3], places[2 * n + 1]);
    }
    const { wide, high } = size();
    const zoom = Math.min(2, (wide - 110) / (box[2] - box[0] + 1), (high - 80) / (box[3] - box[1] + 1));
    view = { zoom: Math.max(0.02, zoom), x: 0, y: 0 };
    view.x = (box[0] + box[2]) / 2 - wide / 2 / view.zoom;
    view.y = (box[1] + box[3]) / 2 - high / 2 / view.zoom;
  };

  const draw = () => { asked ||= requestAnimationFrame(paint); };

  const paint = () => {
    asked = 0;
    const { wide, high } = size();
    const sharp = devicePixelRatio || 1;
    if (canvas.width !== Math.round(wide * sharp) || canvas.height !== Math.round(high * sharp)) {
      canvas.width = Math.round(wide * sharp);
      canvas.height = Math.round(high * sharp);
    }
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.clearRect(0, 0, wide, high);
    if (places.length !== 2 * nodes.length || !nodes.length) return;
    if (own) fit();
    const main = over >= 0 ? over : taken;
    const lit = main >= 0 ? new Set([main, ...beside[main]]) : null;
    const shrink = Math.max(0.22, Math.min(1, Math.sqrt(view.zoom)));
    const lines = (which, colour, width) => {
      pen.beginPath();
      for (const [a, b] of edges) {
        if (which !== (main >= 0 && (a === main || b === main))) continue;
        pen.moveTo(...at(a));
        pen.lineTo(...at(b));
      }
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.stroke();
    };
    pen.globalAlpha = lit ? 0.35 : 1;
    lines(false, ink.edge, nodes.length > 800 ? 0.5 : 1);
    pen.globalAlpha = 1;
    if (lit) lines(true, ink.accent, 1.6);
    for (const dimmed of [true, false]) {
      pen.globalAlpha = dimmed ? 0.25 : 1;
      for (let tone = 0; tone < 7; tone++) {
        pen.beginPath();
        nodes.forEach((one, n) => {
          if (one.tone !== tone || dimmed !== (lit ? !lit.has(n) : false)) return;
          const [x, y] = at(n);
          const r = radius(one) * shrink;
          if (x < -r || y < -r || x > wide + r || y > high + r) return;
          pen.moveTo(x + r, y);
          pen.arc(x, y, r, 0, 2 * Math.PI);
        });
        pen.fillStyle = ink.tones[tone];
        pen.fill();
      }
    }
    pen.globalAlpha = 1;
    const ring = (n, width) => {
      const [x, y] = at(n);
      pen.beginPath();
      pen.arc(x, y, radius(nodes[n]) * shrink + 3.5, 0, 2 * Math.PI);
      pen.strokeStyle = ink.accent;
      pen.lineWidth = width;
      pen.stroke();
    };
    if (all.own && nodes[0]?.first) ring(0, 2);
    if (taken >= 0) ring(taken, 2.5);
    names(wide, high, lit, shrink);
  };

  /* Names: those of the lit ones, else of the most linked; none over another. */
  const names = (wide, high, lit, shrink) => {
    const used = [];
    pen.textAlign = "center";
    pen.textBaseline = "top";
    pen.lineJoin = "round";
    const first = [over, taken].filter((n) => n >= 0);
    for (const n of [...first, ...(lit ? ranked.filter((n) => lit.has(n)) : ranked)]) {
      if (used.length >= 140) break;
      let [x, y] = at(n);
      if (x < 0 || y < 0 || x > wide || y > high) continue;
      const large = n === over || n === taken || (all.own && nodes[n].first);
      pen.font = `${large ? 600 : 400} ${large ? 13 : 11.5}px ${ink.font}`;
      const said = nodes[n].name.length > 34 ? nodes[n].name.slice(0, 33) + "…" : nodes[n].name;
      const half = pen.measureText(said).width / 2 + 3;
      x = Math.max(half, Math.min(wide - half, x)); /* whole, at the rim too */
      const top = y + radius(nodes[n]) * shrink + 4;
      const box = [x - half, top - 1, x + half, top + 14];
      if (used.some((o) => box[0] < o[2] && box[2] > o[0] && box[1] < o[3] && box[3] > o[1])) continue;
      used.push(box);
      pen.strokeStyle = ink.ground;
      pen.lineWidth = 3.5;
      pen.strokeText(said, x, top);
      pen.fillStyle = large || lit?.has(n) ? ink.text : ink.dim;
      pen.fillText(said, x, top);
    }
  };

  /* What is shown of what was sent: layers can be left out. What stood somewhere stays there. */
  const show = () => {
    const known = new Map(nodes.map((one, n) => [one.path, places.length ? [places[2 * n], places[2 * n + 1]] : null]));
    const kept = taken >= 0 ? nodes[taken].path : "";
    const off = new Set([...root.querySelectorAll("input[name=layer]:not(:checked)")].map((one) => one.value));
    const numbers = new Map();
    nodes = all.nodes.filter((one, n) => (one.first || !off.has(one.of)) && numbers.set(n, numbers.size));
    edges = all.edges.filter(([a, b]) => numbers.has(a) && numbers.has(b)).map(([a, b]) => [numbers.get(a), numbers.get(b)]);
    beside = nodes.map(() => []);
    for (const [a, b] of edges) { beside[a].push(b); beside[b].push(a); }
    ranked = nodes.map((_, n) => n).sort((a, b) => (nodes[b].first ?? 0) - (nodes[a].first ?? 0) || nodes[b].links - nodes[a].links);
    places = new Float32Array(0);
    over = -1;
    choose(nodes.findIndex((one) => one.path === kept), false);
    worker.postMessage({ count: nodes.length, edges, radii: nodes.map(radius), calm, from: nodes.map((one) => known.get(one.path) ?? null) });
  };

  let last = "";
  const load = async () => {
    const answer = await fetch(root.dataset.src, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return;
    const text = await answer.text();
    if (text === last) return;
    last = text;
    all = JSON.parse(text);
    if (all.own && all.nodes.length) all.nodes[0].first = 1;
    show();
  };

  worker.onmessage = ({ data }) => {
    if (data.places.length !== 2 * nodes.length) return; /* of what was shown before */
    places = data.places;
    root.dataset.drawn = nodes.length;
    root.dataset.still = data.still;
    draw();
  };

  /* The chosen file, and what it is linked with, as words. */
  const choose = (number, tell = true) => {
    taken = number;
    draw();
    if (!tell) return;
    chosen.replaceChildren();
    chosen.hidden = number < 0;
    if (number < 0) return;
    const one = nodes[number];
    const link = (text, url) => Object.assign(document.createElement("a"), { textContent: text, href: url });
    const badge = Object.assign(document.createElement("span"), { className: "badge", textContent: one.layer });
    const title = document.createElement("p");
    title.append(link(one.path, one.url), " ", badge, " ", link(root.dataset.around, one.url + "&mode=links"));
    const list = document.createElement("ul");
    for (const n of [...beside[number]].sort((a, b) => nodes[b].links - nodes[a].links).slice(0, 24)) {
      const item = document.createElement("li");
      item.append(link(nodes[n].name, nodes[n].url));
      list.append(item);
    }
    chosen.append(title, list);
  };

  /* Pointer. */
  const fingers = new Map();
  let held = -1;
  let moved = false;
  const local = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  const under = ([x, y]) => {
    let best = -1;
    let nearest = 14;
    for (let n = 0; n < nodes.length && places.length; n++) {
      const [a, b] = at(n);
      const far = Math.hypot(a - x, b - y) - radius(nodes[n]) * Math.min(1, view.zoom);
      if (far < nearest) { nearest = far; best = n; }
    }
    return best;
  };
  const zoom = (factor, [x, y] = [size().wide / 2, size().high / 2]) => {
    own = false;
    const next = Math.min(8, Math.max(0.02, view.zoom * factor));
    view.x += x / view.zoom - x / next;
    view.y += y / view.zoom - y / next;
    view.zoom = next;
    draw();
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, local(event));
    held = fingers.size === 1 ? under(local(event)) : -1;
    moved = false;
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = local(event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      const found = under(now);
      if (found !== over) { over = found; canvas.style.cursor = found < 0 ? "grab" : "pointer"; draw(); }
      return;
    }
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    if (!moved && Math.hypot(dx, dy) < 4) return;
    moved = true;
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      zoom(Math.hypot(now[0] - other[0], now[1] - other[1]) / Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1])), other);
    } else if (held >= 0) {
      own = false;
      worker.postMessage({ fixed: held, x: now[0] / view.zoom + view.x, y: now[1] / view.zoom + view.y });
    } else {
      own = false;
      view.x -= dx / view.zoom;
      view.y -= dy / view.zoom;
      draw();
    }
    fingers.set(event.pointerId, now);
  });
  const release = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (held >= 0 && moved) worker.postMessage({ free: held });
    if (!moved && event.type === "pointerup" && !fingers.size) choose(held);
    held = -1;
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => { over = -1; draw(); });
  canvas.addEventListener("dblclick", (event) => { const found = under(local(event)); if (found >= 0) location.assign(nodes[found].url); });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== canvas) return; /* the page scrolls until the picture was touched */
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 400)), local(event));
  }, { passive: false });

  /* Keys: to the nearest file in a direction. */
  const toward = (dx, dy) => {
    const from = taken >= 0 ? at(taken) : [size().wide / 2, size().high / 2];
    let best = -1;
    let least = Infinity;
    for (let n = 0; n < nodes.length; n++) {
      if (n === taken) continue;
      const [x, y] = at(n);
      const along = (x - from[0]) * dx + (y - from[1]) * dy;
      const aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
      if ((taken >= 0 && along <= 0) || along + 2 * aside >= least) continue;
      least = Math.abs(along) + 2 * aside;
      best = n;
    }
    if (best < 0) return;
    choose(best);
    const [x, y] = at(best);
    const { wide, high } = size();
    if (x < 20 || y < 20 || x > wide - 20 || y > high - 20) {
      own = false;
      view.x = places[2 * best] - wide / 2 / view.zoom;
      view.y = places[2 * best + 1] - high / 2 / view.zoom;
    }
  };
  const keys = {
    ArrowLeft: () => toward(-1, 0), ArrowRight: () => toward(1, 0), ArrowUp: () => toward(0, -1), ArrowDown: () => toward(0, 1),
    Enter: () => taken >= 0 && location.assign(nodes[taken].url), Escape: () => choose(-1),
    "+": () => zoom(1.3), "=": () => zoom(1.3), "-": () => zoom(1 / 1.3), 0: () => { own = true; draw(); },
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  root.addEventListener("click", (event) => {
    const key = event.target.closest?.("button[data-do]")?.dataset.do;
    if (key) keys[key]();
  });
  root.addEventListener("change", (event) => { if (event.target.name === "layer") show(); });

  new ResizeObserver(draw).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", colours);
  document.body.addEventListener("changed", load);
  colours();
  load();
})();
