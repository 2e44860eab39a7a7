"""Which program on which Python on which system, with which packages."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, requires, version

from tui.doctor.findings import Problem, Topic, broken, note
from tui.speech.program import find_program

_PACKAGES = ("numpy", "textual", "rich", "platformdirs")
_OPENCV = (
    "opencv-python", "opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless",
)  # fmt: skip
_INSTALL = "Install the program anew: `pip install --upgrade --force-reinstall kismet-companion`."


def check_versions() -> Topic:
    """Facts and problems of program, Python, system and packages."""
    facts = {
        "program": _version("kismet-companion") or "not installed as a package",
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "processors": str(os.cpu_count() or "unknown"),
    }
    problems: list[Problem] = []
    for package in _PACKAGES:
        found = _version(package)
        facts[package] = found or "missing"
        if found is None:
            problems.append(broken(f"The package {package} is missing.", _INSTALL))
    opencv = {name: found for name in _OPENCV if (found := _version(name))}
    facts["opencv"] = ", ".join(f"{name} {found}" for name, found in opencv.items()) or "missing"
    facts["in a browser"] = (
        f"textual-serve {found}" if (found := _version("textual-serve")) else "textual-serve missing"
    )
    speech = find_program()
    facts["speech"] = speech.name if speech is not None else "no program"
    problems += _opencv_problems(opencv) + _too_old()
    return Topic("Versions", facts, tuple(problems))


def _opencv_problems(found: dict[str, str]) -> list[Problem]:
    if not found:
        return [broken("OpenCV is missing, so no camera or picture can be read; typed dice work.", _INSTALL)]
    if len(found) > 1:
        return [
            note(
                f"Several builds of OpenCV are installed over each other: {', '.join(found)}.",
                f"Uninstall all of them (`pip uninstall {' '.join(found)}`) and install the program anew.",
            )
        ]
    return []


def _too_old() -> list[Problem]:
    """Packages of another version than the program was made for."""
    problems = []
    try:
        wanted = requires("kismet-companion") or []
    except PackageNotFoundError:
        return []
    for line in wanted:
        requirement = line.split(";")[0].strip()
        name = requirement.split(">")[0].split("<")[0].strip()
        least = next((part[2:] for part in requirement[len(name) :].split(",") if part.startswith(">=")), "")
        found = _version(name)
        if found and least and "extra ==" not in line and _numbers(found) < _numbers(least):
            problems.append(broken(f"{name} is {found}, but {least} or newer is needed.", _INSTALL))
    return problems


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdecimal())


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
