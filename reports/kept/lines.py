"""Rows of figures as lines of CSV and JSON: SQL that makes them many times as fast as Python does.

The lines are those of reports/site/exports.py, which has the rules: six digits, nothing that a spreadsheet takes for a
formula, nothing empty in JSON.
"""

from reports.kept.tables import COLUMNS, SEPARATOR, literal

_SPECIAL = r'[",\r\n]|^[=+@\t-]'  # few texts have any of these
_FORMULA = r"^[=+@\t\r\n-]"


def csv() -> str:
    """An expression of SQL: a row as a line of CSV."""
    return " || ',' || ".join(_in_csv(name, kind) for name, kind in COLUMNS.items())


def json() -> str:
    """An expression of SQL: a row as an object of JSON."""
    fields = (f"'\"{name}\":' || {_in_json(name, kind)}" for name, kind in COLUMNS.items())
    return f"'{{' || concat_ws(',', {', '.join(fields)}) || '}}'"  # it leaves NULL out


def _in_csv(name: str, kind: str) -> str:
    if name == "options":
        name = f"replace(options, {literal(SEPARATOR)}, ' ')"
    if kind == "DOUBLE":
        return f"coalesce(CAST({_short(name)} AS VARCHAR), '')"
    if kind == "BOOLEAN":
        return f"CASE WHEN {name} THEN 'True' ELSE 'False' END"
    if kind == "BIGINT":
        return f"coalesce(CAST({name} AS VARCHAR), '')"
    if kind != "VARCHAR":
        return name
    text = f"CASE WHEN regexp_matches({name}, '{_FORMULA}') THEN '''' ELSE '' END || {name}"
    text = f"replace(replace({text}, '\"', '\"\"'), chr(13), chr(10))"
    quoted = f"CASE WHEN regexp_matches({name}, '[\",\\r\\n]') THEN '\"' ELSE '' END"
    whole = f"{quoted} || {text} || {quoted}"
    return f"CASE WHEN regexp_matches({name}, '{_SPECIAL}') THEN {whole} ELSE {name} END"


def _in_json(name: str, kind: str) -> str:
    if name == "options":
        return f"to_json(string_split(nullif(options, ''), {literal(SEPARATOR)}))"
    if kind == "VARCHAR":
        return f"to_json(nullif({name}, ''))"
    if kind != "DOUBLE":
        return name
    # Below this, powers of ten are written as the encoder of exports.py writes them.
    small = f"replace(CAST({_short(name)} AS VARCHAR), 'e-0', 'e-')"
    return f"CASE WHEN abs({name}) < 9.999995e-6 AND {name} <> 0 THEN {small} ELSE to_json({_short(name)}) END"


def _short(name: str) -> str:
    """A number of six digits."""
    return f"CAST(format('{{:.6g}}', {name}) AS DOUBLE)"


KINDS = {"csv": csv(), "json": json()}
