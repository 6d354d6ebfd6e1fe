"""Commands for the agents themselves: which of them gets which memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import asks, carry_out, global_options, note, opened, options, show
from lamina.cli.setup import make_folder

if TYPE_CHECKING:
    from lamina.layers.agent_kinds import AgentVerdict


@click.group()
@global_options
def agent() -> None:
    """Decide which agent gets which memory, and set it up."""


@agent.command(short_help="Say which memory an agent gets, and set it up.")
@click.argument("name")
@click.option("--leads/--no-leads", default=None, help="It leads others, as the user's agent.")
@click.option("--talks/--no-talks", default=None, help="It has conversations of its own.")
@click.option("--learns/--no-learns", default=None, help="It is used again for tasks alike.")
@click.option("--folder", type=click.Path(path_type=Path), help="Its workspace; else as listed.")
@click.option("--apply", "apply_", is_flag=True, help="Set it up; otherwise only shown.")
@click.option("--diff", "show_diff", is_flag=True, help="Show every line that would be written.")
@global_options
def classify(
    name: str, folder: Path | None, *, apply_: bool, show_diff: bool, **answers: bool | None
) -> None:
    """Ask three questions about an agent, say which memory it gets and why; --apply sets it up.

    An orchestrator gets all layers, a persistent sub-agent at least active context, a pure task
    agent nothing. Its entry in your settings is proposed, not written.

    Example: lamina agent classify coder --no-leads --talks --learns --folder ~/agents/coder
    """
    from lamina.config import check_agent, load
    from lamina.fleet.members import Member, entries
    from lamina.layers.agent_kinds import Kind, classify_agent
    from lamina.places import Places

    check_agent(name, {})
    verdict = classify_agent(**_answered(name, answers))
    listed = load(Places.of()).agents
    root = folder or (Path(listed[name]) if name in listed else None)
    shown = {"agent": name} | verdict.as_dict()
    rows = _rows(name, verdict)
    if verdict.kind is Kind.TASK or root is None:
        show(shown | {"workspace": str(root) if root else None, "applied": False}, rows)
        if verdict.kind is Kind.TASK:
            note(f"Hand its work over: lamina handoff TOPIC --to {name} --inline")
        else:
            note("Name its folder to see what would be set up there: --folder FOLDER")
        return
    root = root.expanduser().absolute()
    entry = "" if name in listed else entries([Member(name, root, "")])
    shown |= {"workspace": str(root), "settings": entry or None}
    if not root.exists() and not apply_:
        show(shown | {"applied": False}, [*rows, f"{root} is not there; --apply makes it."])
        return
    if apply_:
        make_folder(root)
    _set_up(str(root), verdict, shown, rows, apply_=apply_, show_diff=show_diff)
    if entry and not options().get("as_json"):
        note(f"Put into your settings ({Places.of().config_file}):\n{entry}")


def _set_up(
    root: str,
    verdict: AgentVerdict,
    shown: dict[str, Any],
    rows: list[str],
    *,
    apply_: bool,
    show_diff: bool,
) -> None:
    options().pop("agent", None)  # its owner sets it up
    memory = opened(root)
    plan = memory.enrol(verdict.kind)
    made = [*plan.folders, *(c.path for c in plan.changes if c.before is None)]
    changed = [c.path for c in plan.changes if c.before is not None]
    rows += [f"{'Made' if apply_ else 'Would make'}: {', '.join(made)}"] if made else []
    rows += [f"{'Changed' if apply_ else 'Would change'}: {', '.join(changed)}"] if changed else []
    rows += ["Everything is set up already."] if plan.empty else []
    rows += [plan.diff()] if show_diff and not plan.empty else []
    carry_out(memory, plan, shown | {"create": made, "changed": changed}, rows, apply_)


def _answered(name: str, answers: dict[str, bool | None]) -> dict[str, bool]:
    """Return the answers; a person is asked for those that were not given."""
    from lamina.errors import UsageError
    from lamina.layers.agent_kinds import QUESTIONS

    open_ = [question for question in QUESTIONS if answers[question] is None]
    if answers["leads"]:
        open_ = []  # it gets everything, whatever else it does
    if open_ and not asks():
        listed = "\n".join(f"--{one} or --no-{one}: {QUESTIONS[one]}" for one in open_)
        raise UsageError(f"What {name} gets depends on what it does; nothing was done.", listed)
    found = {question: bool(answer) for question, answer in answers.items()}
    for question in open_:
        if not found["leads"]:
            found[question] = click.confirm(QUESTIONS[question], default=False, err=True)
    return found


def _rows(name: str, verdict: AgentVerdict) -> list[str]:
    head = f"{name} is {'an' if verdict.kind[0] == 'o' else 'a'} {verdict.kind}"
    return [
        f"{click.style(head, bold=True)}: {'; '.join(verdict.why)}",
        f"memory: {verdict.memory}",
    ]
