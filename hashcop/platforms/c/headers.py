"""The headers that are generated for an implementation: they put its names into a name space of its own."""

import re

from hashcop.platforms.c.operations import Operation, operations
from hashcop.platforms.c.source import Source, header_of, unique_name
from hashcop.platforms.door import Need
from hashcop.platforms.implementation import Implementation


def _mapped(operation: Operation, name: str, to: str) -> str:
    """Macros that map `name`, and the operation's sizes below it, to the same names below `to`."""
    return "\n".join(
        f"#define {name}{suffix} {to}{suffix}"
        for suffix in ("", *(f"_{macro}" for macro in operation.macros))
    )


def unique_header(implementation: Implementation, security: str, header: str) -> str:
    """The text of `header`: api.h with unique names, the prototype, and the primitive's names mapped to them."""
    name = header.removesuffix(".h")
    operation = operations()[implementation.operation]
    unique = unique_name(implementation, security)
    api = re.sub(r"\bCRYPTO_", f"{unique}_", Source(implementation).api)
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
    """The text of crypto_hash.h: the operation's own names mapped to those of the hash."""
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
    """The headers of an implementation's own operation and hash: texts by file name."""
    texts = {f"{implementation.operation}.h": _operation_header(implementation)}
    for is_public in (False, True):
        need = Need(implementation.operation, implementation.hash, is_public)
        header = header_of(need)
        texts[header] = unique_header(implementation, security, header)
    return texts


def macros(implementation: Implementation, security: str) -> list[str]:
    """The -D flags that each source of the implementation is compiled with."""
    unique = unique_name(implementation, security)
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
