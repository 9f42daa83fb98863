"""The headers that an implementation includes, made for it: they give its names a name space of its own."""

import re

from driver.tree import OPERATION, Implementation


def _unique_header(implementation: Implementation) -> str:
    """crypto_hash_<hash>.h: api.h with unique names, the prototype, and the hash's names mapped to them."""
    unique = implementation.unique_name
    name = f"{OPERATION}_{implementation.hash}"
    path = f"{OPERATION}/{implementation.hash}/{implementation.name}"
    api = re.sub(r"\bCRYPTO_", f"{unique}_", implementation.api)
    return f"""#ifndef {name}_H
#define {name}_H

{api}
#ifdef __cplusplus
extern "C" {{
#endif
extern int {unique}(unsigned char *, const unsigned char *, unsigned long long);
#ifdef __cplusplus
}}
#endif

#define {name} {unique}
#define {name}_BYTES {unique}_BYTES
#define {name}_IMPLEMENTATION "{path}"
#ifndef {unique}_VERSION
#define {unique}_VERSION "-"
#endif
#define {name}_VERSION {unique}_VERSION

#endif
"""


def _operation_header(implementation: Implementation) -> str:
    """crypto_hash.h: the operation's own names mapped to those of the hash."""
    name = f"{OPERATION}_{implementation.hash}"
    return f"""#ifndef {OPERATION}_H
#define {OPERATION}_H

#include "{name}.h"

#define {OPERATION} {name}
#define {OPERATION}_BYTES {name}_BYTES
#define {OPERATION}_PRIMITIVE "{implementation.hash}"
#define {OPERATION}_IMPLEMENTATION {name}_IMPLEMENTATION
#define {OPERATION}_VERSION {name}_VERSION

#endif
"""


def generated(implementation: Implementation) -> dict[str, str]:
    """File names and texts of the generated headers."""
    unique = _unique_header(implementation)
    name = f"{OPERATION}_{implementation.hash}"
    return {
        f"{OPERATION}.h": _operation_header(implementation),
        f"{name}.h": unique,
        f"{name}_publicinputs.h": unique.replace(f"{name}_H", f"{name}_publicinputs_H"),
    }


def macros(implementation: Implementation) -> list[str]:
    """Compiler arguments that define what every compilation of the implementation gets."""
    unique = implementation.unique_name
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
