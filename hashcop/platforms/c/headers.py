"""The headers that an implementation includes, made for it: they give its names a name space of its own."""

import re

from hashcop.engine.tree import Implementation, Need
from hashcop.platforms.c.operations import Operation, operations


def _mapped(operation: Operation, name: str, to: str) -> str:
    """The operation's own names under `name`, each mapped to that under `to`."""
    return "\n".join(
        f"#define {name}{suffix} {to}{suffix}"
        for suffix in ("", *(f"_{macro}" for macro in operation.macros))
    )


def unique_header(implementation: Implementation, security: str, name: str) -> str:
    """<name>.h: api.h with unique names, the prototype, and the primitive's names mapped to them."""
    operation = operations()[implementation.operation]
    unique = implementation.unique_name(security)
    api = re.sub(r"\bCRYPTO_", f"{unique}_", implementation.api)
    return f"""#ifndef {name}_H
#define {name}_H

{api}
#ifdef __cplusplus
extern "C" {{
#endif
{operation.declaration(unique)}
#ifdef __cplusplus
}}
#endif

{_mapped(operation, name, unique)}
#define {name}_IMPLEMENTATION "{implementation.path}"
#ifndef {unique}_VERSION
#define {unique}_VERSION "-"
#endif
#define {name}_VERSION {unique}_VERSION

#endif
"""


def _operation_header(implementation: Implementation) -> str:
    """crypto_hash.h: the operation's own names mapped to those of the hash."""
    operation = operations()[implementation.operation]
    name = f"{operation.name}_{implementation.hash}"
    return f"""#ifndef {operation.name}_H
#define {operation.name}_H

#include "{name}.h"

{_mapped(operation, operation.name, name)}
#define {operation.name}_PRIMITIVE "{implementation.hash}"
#define {operation.name}_IMPLEMENTATION {name}_IMPLEMENTATION
#define {operation.name}_VERSION {name}_VERSION

#endif
"""


def generated(implementation: Implementation, security: str) -> dict[str, str]:
    """File names and texts of the headers that an implementation gets for itself."""
    texts = {f"{implementation.operation}.h": _operation_header(implementation)}
    for is_public in (False, True):
        need = Need(implementation.operation, implementation.hash, is_public)
        name = need.header.removesuffix(".h")
        texts[need.header] = unique_header(implementation, security, name)
    return texts


def macros(implementation: Implementation, security: str) -> list[str]:
    """Compiler arguments that define what every compilation of the implementation gets."""
    unique = implementation.unique_name(security)
    named = [
        (f"{under}CRYPTO_{shared}NAMESPACE(name)", f"{under}{unique}_##name")
        for under in ("", "_")
        for shared in ("", "SHARED_")
    ]
    definitions = [
        ("CRYPTO_NAMESPACETOP", unique),
        ("_CRYPTO_NAMESPACETOP", f"_{unique}"),
        *named,
        ("CRYPTO_ALIGN(n)", "__attribute__((aligned(n)))"),
    ]
    return ["-DSUPERCOP", *(f"-D{name}={value}" for name, value in definitions)]
