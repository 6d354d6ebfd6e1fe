"""The examples of a deployment: they parse, hang together, and run commands there are."""

from __future__ import annotations

import tomllib
from pathlib import Path

import click
import pytest

from lamina.cli.main import lamina
from lamina.settings import find_setting
from tests.postgres_server import GRANTS

yaml = pytest.importorskip("yaml")

DEPLOY = Path(__file__).parents[1] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "docker-compose.yml").read_text("utf-8"))
KUBERNETES = [
    one for one in yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8")) if one
]
CONFIG = {o["metadata"]["name"]: o["data"] for o in KUBERNETES if o["kind"] == "ConfigMap"}
WORKLOADS = [one for one in KUBERNETES if one["kind"] in {"Deployment", "StatefulSet", "Job"}]
TIMED = [one["spec"]["jobTemplate"] for one in KUBERNETES if one["kind"] == "CronJob"]
PODS = [one["spec"]["template"] for one in (*WORKLOADS, *TIMED)]


def containers():
    specs = [pod["spec"] for pod in PODS]
    return [c for spec in specs for c in (*spec.get("initContainers", ()), *spec["containers"])]


def commands():
    yield from (s["command"] for s in COMPOSE["services"].values() if s["image"] == "lamina")
    yield from (one["args"] for one in containers() if one["image"] == "lamina")


@pytest.mark.parametrize("arguments", list(commands()), ids=" ".join)
def test_the_commands_are_there_and_take_these_arguments(arguments):
    group: click.Command = lamina
    rest = list(arguments)
    context = click.Context(lamina)
    while isinstance(group, click.Group):
        found = group.get_command(context, rest.pop(0))
        assert found is not None, arguments
        group = found
    group.make_context("x", rest, parent=context, resilient_parsing=False)


def test_every_service_waits_for_services_there_are():
    for service in COMPOSE["services"].values():
        assert set(service.get("depends_on", {})) <= set(COMPOSE["services"])
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            there = (
                (DEPLOY / source).exists()
                if source.startswith("./")
                else source in COMPOSE["volumes"]
            )
            assert there, volume


def test_no_password_stands_in_any_file():
    for service in COMPOSE["services"].values():
        for name, value in service.get("environment", {}).items():
            if "PASSWORD" in name or "TOKEN" in name:
                assert value.startswith("${"), name
    for one in containers():
        for variable in one.get("env", []):
            secret = "PASSWORD" in variable["name"] or "TOKEN" in variable["name"]
            assert not secret or "secretKeyRef" in variable["valueFrom"], variable


def test_every_workload_selects_its_pods_and_mounts_what_it_names():
    claims = {
        one["metadata"]["name"] for one in KUBERNETES if one["kind"] == "PersistentVolumeClaim"
    }
    maps = {one["metadata"]["name"] for one in KUBERNETES if one["kind"] == "ConfigMap"}
    for one in WORKLOADS:
        spec = one["spec"]
        pod = spec["template"]
        if one["kind"] != "Job":
            assert spec["selector"]["matchLabels"] == pod["metadata"]["labels"]
        volumes = {v["name"]: v for v in pod["spec"].get("volumes", [])}
        made = {v["metadata"]["name"] for v in spec.get("volumeClaimTemplates", [])}
        for container in (*pod["spec"].get("initContainers", ()), *pod["spec"]["containers"]):
            for mount in container.get("volumeMounts", []):
                assert mount["name"] in volumes.keys() | made
                named = (volumes.get(mount["name"]) or {}).get("configMap", {}).get("name")
                assert named is None or mount["subPath"] in CONFIG[named]
        for volume in volumes.values():
            claim, config = volume.get("persistentVolumeClaim"), volume.get("configMap")
            assert (claim and claim["claimName"] in claims) or (config and config["name"] in maps)
    labels = [one["spec"]["template"]["metadata"]["labels"] for one in WORKLOADS]
    for one in KUBERNETES:
        if one["kind"] == "Service":
            assert one["spec"]["selector"] in labels


def settings_texts():
    return [(DEPLOY / "config.toml").read_text("utf-8"), CONFIG["lamina"]["config.toml"]]


@pytest.mark.parametrize("text", settings_texts(), ids=["compose", "kubernetes"])
def test_the_settings_are_settings(text):
    for section, values in tomllib.loads(text).items():
        for name in values:
            assert find_setting(f"{section}.{name}")


def test_both_examples_run_the_same_processes_with_the_same_files():
    composed = {
        " ".join(one["command"]) for one in COMPOSE["services"].values() if "command" in one
    }
    clustered = {" ".join(one.get("args") or one["command"]) for one in containers()[1:]}
    assert composed == clustered
    assert COMPOSE["services"]["worker"]["deploy"]["replicas"] == 2
    assert [
        one["spec"]["replicas"] for one in WORKLOADS if one["metadata"]["name"] == "worker"
    ] == [2]
    for name in ("init.sql", "grants.sql"):
        assert CONFIG["database"][name] == (DEPLOY / name).read_text("utf-8")
    assert CONFIG["lamina"]["agents.toml"].strip() in (DEPLOY / "agents.toml").read_text("utf-8")
    tomls = [tomllib.loads(text) for text in settings_texts()]
    assert {**tomls[1], "fleet": tomls[0]["fleet"]} == tomls[0]


def test_the_grants_are_those_of_the_documentation():
    assert GRANTS in (DEPLOY / "grants.sql").read_text("utf-8")
