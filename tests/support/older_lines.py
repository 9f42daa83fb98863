"""A line of each kind as machines wrote it in versions 1 and 2, with the record that it should become."""

from typing import Any

from hashcop.data.records import (
    Batch,
    Build,
    Check,
    Comparison,
    Compiler,
    Conditions,
    Counter,
    Cycles,
    Effect,
    Hash,
    Judgement,
    Machine,
    Quiet,
    Record,
    Rejected,
    Sample,
    Search,
    Side,
    Size,
    Timecop,
    Timings,
    Trial,
    Winner,
)

# Version 1

MACHINE_1 = (
    '{"kind":"machine","machine":"made","time":"2026-01-01T00:00:00Z","key":"664fd61e","format":1,"hashcop":"1.0",'
    '"processor":"Example(R) Processor(TM) E7 @ 2.60GHz","cores":8,"pinned":3,"memory":17179869184,'
    '"kernel":"Linux 6.1.0-18-amd64","system":"Debian GNU/Linux 12 (bookworm)",'
    '"counter":{"amd64":{"name":"amd64-tsc","counts":"ticks","ticks_per_second":2596000000,"resolution":26},'
    '"x86":{"name":"x86-rdpmc","counts":"cycles","core_cycles":true,"ticks_per_second":2596000000,"resolution":1}},'
    '"abis":{"amd64":"ok","x86":"ok","x32":"the kernel does not run x32 programs"},'
    '"compilers":[{"command":"gcc","path":"/usr/bin/gcc","version":"gcc (Debian 12.2.0-14) 12.2.0"}],'
    '"sandbox":"bubblewrap 0.8.0"}'
)
ABOUT_1 = (
    '"time":"2026-01-01T00:00:01Z","key":"3967991c","machine":"made","abi":"amd64","hash":"sha256",'
    '"implementation":"ref","security":"timingleaks","options":["gcc","-O3"]'
)
BUILD_1 = (
    f'{{"kind":"build",{ABOUT_1},"outcome":"ok","sources":"acf7e1b3","version":"1.0","output_bytes":32,'
    '"size":{"text":4046,"data":0,"bss":0},"object":"429e8836"}'
)
CHECK_1 = (
    f'{{"kind":"check",{ABOUT_1},"object":"429e8836","outcome":"ok","checksumsmall":"3e8c","checksumbig":"6c10",'
    '"expected":"match","known_answers":25}'
)
TRIAL_1 = f'{{"kind":"trial",{ABOUT_1},"object":"429e8836","bytes":1536,"round":1,"cycles":[21604,21590]}}'
WINNER_1 = (
    f'{{"kind":"winner",{ABOUT_1},"object":"429e8836","bytes":1536,"cycles":21409.5,"builds":8}}'
)
CYCLES_1 = f'{{"kind":"cycles",{ABOUT_1},"object":"429e8836","bytes":0,"cycles":[1046,1028],"processes":2}}'
PLACE_1: dict[str, Any] = {
    "time": "2026-01-01T00:00:01Z",
    "machine": "made",
    "key": "3967991c",
    "platform": "c",
    "target": "amd64",
    "hash": "sha256",
    "implementation": "ref",
    "security": "timingleaks",
    "options": ("gcc", "-O3"),
}
VERSION_1: list[tuple[str, Record]] = [
    (
        MACHINE_1,
        Machine(
            time="2026-01-01T00:00:00Z",
            machine="made",
            format=1,
            hashcop="1.0",
            processor="Example(R) Processor(TM) E7 @ 2.60GHz",
            cores=8,
            pinned=3,
            memory=17179869184,
            kernel="Linux 6.1.0-18-amd64",
            system="Debian GNU/Linux 12 (bookworm)",
            counter={
                "amd64": Counter(
                    name="amd64-tsc",
                    counts="ticks",
                    core_cycles=False,
                    ticks_per_second=2596000000,
                    resolution=26,
                ),
                "x86": Counter(
                    name="x86-rdpmc",
                    counts="cycles",
                    core_cycles=True,
                    ticks_per_second=2596000000,
                    resolution=1,
                ),
            },
            targets={"amd64": "ok", "x86": "ok", "x32": "the kernel does not run x32 programs"},
            compilers=(Compiler("gcc", "/usr/bin/gcc", "gcc (Debian 12.2.0-14) 12.2.0"),),
            sandbox="bubblewrap 0.8.0",
        ),
    ),
    (
        BUILD_1,
        Build(
            **PLACE_1,
            outcome="ok",
            sources="acf7e1b3",
            version="1.0",
            size=Size(text=4046),
            object="429e8836",
        ),
    ),
    (
        CHECK_1,
        Check(
            **PLACE_1,
            object="429e8836",
            outcome="right",
            checksumsmall="3e8c",
            checksumbig="6c10",
            expected="match",
            known_answers=25,
        ),
    ),
    (
        TRIAL_1,
        Trial(
            **PLACE_1,
            object="429e8836",
            quantity="cycles",
            round=1,
            bytes=1536,
            cycles=(21604, 21590),
        ),
    ),
    (
        WINNER_1,
        Winner(
            **PLACE_1,
            object="429e8836",
            quantity="cycles",
            bytes=1536,
            median=21409.5,
            builds=8,
        ),
    ),
    (
        CYCLES_1,
        Cycles(**PLACE_1, object="429e8836", bytes=0, cycles=(1046, 1028), processes=2),
    ),
]

# Version 2

MACHINE_2 = (
    '{"kind":"machine","time":"2026-11-22T23:50:40Z","machine":"vm","format":2,"hashcop":"0.1",'
    '"processor":"Intel(R) Xeon(R) Processor","cores":2,"pinned":1,"core_kind":"performance","core_numbers":[0,1],'
    '"memory":25276502016,"kernel":"Linux 6.1","system":"Debian GNU/Linux 12 (bookworm)",'
    '"counter":{"amd64":{"name":"x86-tsc","counts":"ticks","core_cycles":false,"ticks_per_second":2600000172,'
    '"resolution":2,"cost":50,"noise":2,"reason":"its error is the least",'
    '"others":[{"name":"x86-rdpmc","reason":"the kernel sees no cycle counter"}],"width":4.778}},'
    '"abis":{"amd64":"ok","x32":"gcc -mx32: fatal error"},"emulators":{"s390x":"qemu-s390x version 7.2.22"},'
    '"compilers":[{"command":"gcc","path":"/usr/bin/gcc","version":"gcc 12.2.0"}],"sandbox":"bubblewrap 0.8.0"}'
)
SAMPLE_2 = (
    '{"reading":47.71,"zero":15.954,"probe":0.99748,"width":4.778,"batches":[[1,1.418983407,1.418825416,4.731,5,0,0]],'
    '"rows":[[1536,1,8878,8830,8882]]}'
)
ABOUT_2 = (
    '"time":"2026-11-22T23:50:46Z","machine":"vm","key":"619feca2","abi":"amd64","hash":"sha256",'
    '"implementation":"avx2","security":"constbranchindex"'
)
CONDITIONS_2 = (
    '{"kind":"conditions","time":"2026-11-22T23:50:46Z","machine":"vm","key":"f560b35c","when":"begin","pinned":1,'
    '"judgements":[{"name":"turbo","state":"unknown","found":"the system does not say"},'
    '{"name":"load","state":"bad","found":"load 0.83","why":"others take time on the core"}],'
    '"quiet":[{"processor":0,"lost":0.01458,"scatter":0.00254,"chain":4338}],'
    '"counters":{"swapped":0,"busy":3661,"stolen":11,"all":11172}}'
)
HASH_2 = (
    '{"kind":"hash","time":"2026-11-22T23:50:40Z","machine":"vm","key":"385956b9","hash":"sha256",'
    '"description":"SHA-256","designers":["National Security Agency"]}'
)
SEARCH_2 = (
    '{"kind":"search","time":"2026-11-23T00:56:54Z","machine":"m","key":"17e57fc2","search":"87a9f786","builds":4,'
    '"of":6,"seconds":4.0}'
)
SKIP_2 = (
    f'{{"kind":"build",{ABOUT_2},"options":[],"sources":"548b7930","outcome":"skipped",'
    '"reason":"for aarch64 only"}'
)
BUILD_2 = (
    f'{{"kind":"build",{ABOUT_2},"operation":"crypto_core","options":["gcc"],"sources":"548b7930","outcome":"ok",'
    '"said":[],"object":"3a84","same_as":["gcc","-O2"],"notes":["runs before main"],"implementors":["Hashcop"],'
    '"subroutines":["crypto_core/x/ref gcc"]}'
)
CHECK_2 = (
    f'{{"kind":"check",{ABOUT_2},"options":["gcc"],"object":"3a84","outcome":"failed","reason":"wrong at 64 bytes",'
    '"expected":"mismatch","output_bytes":32,"known_answers":319}'
)
TRIAL_2 = (
    f'{{"kind":"trial",{ABOUT_2},"options":["gcc"],"object":"3a84","round":2,"bytes":1536,'
    f'"samples":[{SAMPLE_2}]}}'
)
WINNER_2 = (
    f'{{"kind":"winner",{ABOUT_2},"options":["gcc"],"object":"3a84","builds":1,"bytes":1536,'
    '"cycles":12550.27,"trials":1,"sure":true}'
)
TIMINGS_2 = (
    f'{{"kind":"timings",{ABOUT_2},"object":"3a84","series":"d155f9aa","warmup":3,"bytes":[1536],'
    f'"samples":[{SAMPLE_2}]}}'
)
EFFECT_2 = (
    f'{{"kind":"effect",{ABOUT_2},"object":"3a84","effect":"counter","variant":"x86-rdpmc","counter":"x86-rdpmc",'
    f'"core_cycles":true,"bytes":[1536],"samples":[{SAMPLE_2}]}}'
)
SIDE_2 = '"abi":"amd64","hash":"sha256","implementation":"avx2","security":"timingleaks","options":["gcc"]'
COMPARISON_2 = (
    '{"kind":"comparison","time":"2026-11-22T23:50:46Z","machine":"vm","abi":"amd64","bytes":[1536],"key":"619feca2",'
    f'"sides":[{{{SIDE_2},"object":"3a84","samples":[{SAMPLE_2}]}},{{{SIDE_2},"object":"77","samples":[]}}]}}'
)
TIMECOP_2 = f'{{"kind":"timecop",{ABOUT_2},"options":["gcc"],"object":"3a84","outcome":"pass"}}'
SAMPLE = Sample(
    reading=47.71,
    zero=15.954,
    probe=0.99748,
    width=4.778,
    batches=(Batch(1, 1.418983407, 1.418825416, 4.731, 5, 0, 0),),
    rows=((1536, 1, 8878, 8830, 8882),),
)
PLACE_2: dict[str, Any] = {
    "time": "2026-11-22T23:50:46Z",
    "machine": "vm",
    "key": "619feca2",
    "platform": "c",
    "target": "amd64",
    "hash": "sha256",
    "implementation": "avx2",
    "security": "constbranchindex",
}
RACED_2: dict[str, Any] = {**PLACE_2, "options": ("gcc",), "object": "3a84"}
SIDE: dict[str, Any] = {
    "platform": "c",
    "target": "amd64",
    "hash": "sha256",
    "implementation": "avx2",
    "security": "timingleaks",
    "options": ("gcc",),
}
VERSION_2: list[tuple[str, Record]] = [
    (
        MACHINE_2,
        Machine(
            time="2026-11-22T23:50:40Z",
            machine="vm",
            format=2,
            hashcop="0.1",
            processor="Intel(R) Xeon(R) Processor",
            cores=2,
            pinned=1,
            core_kind="performance",
            core_numbers=(0, 1),
            memory=25276502016,
            kernel="Linux 6.1",
            system="Debian GNU/Linux 12 (bookworm)",
            counter={
                "amd64": Counter(
                    name="x86-tsc",
                    counts="ticks",
                    core_cycles=False,
                    ticks_per_second=2600000172,
                    resolution=2,
                    cost=50,
                    noise=2,
                    reason="its error is the least",
                    others=(Rejected("x86-rdpmc", "the kernel sees no cycle counter"),),
                    width=4.778,
                )
            },
            targets={"amd64": "ok", "x32": "gcc -mx32: fatal error"},
            emulators={"s390x": "qemu-s390x version 7.2.22"},
            compilers=(Compiler("gcc", "/usr/bin/gcc", "gcc 12.2.0"),),
            sandbox="bubblewrap 0.8.0",
        ),
    ),
    (
        CONDITIONS_2,
        Conditions(
            time="2026-11-22T23:50:46Z",
            machine="vm",
            key="f560b35c",
            when="begin",
            pinned=1,
            judgements=(
                Judgement("turbo", "unknown", "the system does not say"),
                Judgement("load", "bad", "load 0.83", "others take time on the core"),
            ),
            quiet=(Quiet(processor=0, lost=0.01458, scatter=0.00254, chain=4338),),
            counters={"swapped": 0, "busy": 3661, "stolen": 11, "all": 11172},
        ),
    ),
    (
        HASH_2,
        Hash(
            time="2026-11-22T23:50:40Z",
            machine="vm",
            key="385956b9",
            hash="sha256",
            description="SHA-256",
            designers=("National Security Agency",),
        ),
    ),
    (
        SEARCH_2,
        Search(
            time="2026-11-23T00:56:54Z",
            machine="m",
            key="17e57fc2",
            search="87a9f786",
            builds=4,
            of=6,
            seconds=4.0,
        ),
    ),
    (
        SKIP_2,
        Build(**PLACE_2, outcome="skipped", sources="548b7930", reason="for aarch64 only"),
    ),
    (
        BUILD_2,
        Build(
            **RACED_2,
            operation="crypto_core",
            outcome="ok",
            sources="548b7930",
            same_as=("gcc", "-O2"),
            notes=("runs before main",),
            implementors=("Hashcop",),
            subroutines=("crypto_core/x/ref gcc",),
        ),
    ),
    (
        CHECK_2,
        Check(
            **RACED_2,
            outcome="wrong",
            reason="wrong at 64 bytes",
            expected="mismatch",
            output_bytes=32,
            known_answers=319,
        ),
    ),
    (TRIAL_2, Trial(**RACED_2, quantity="cycles", round=2, bytes=1536, samples=(SAMPLE,))),
    (
        WINNER_2,
        Winner(
            **RACED_2,
            quantity="cycles",
            bytes=1536,
            median=12550.27,
            builds=1,
            trials=1,
            sure=True,
        ),
    ),
    (
        TIMINGS_2,
        Timings(
            **PLACE_2,
            object="3a84",
            series="d155f9aa",
            quantity="cycles",
            warmup=3,
            bytes=(1536,),
            samples=(SAMPLE,),
        ),
    ),
    (
        EFFECT_2,
        Effect(
            **PLACE_2,
            object="3a84",
            effect="counter",
            variant="x86-rdpmc",
            counter="x86-rdpmc",
            core_cycles=True,
            bytes=(1536,),
            samples=(SAMPLE,),
        ),
    ),
    (
        COMPARISON_2,
        Comparison(
            time="2026-11-22T23:50:46Z",
            machine="vm",
            key="619feca2",
            platform="c",
            target="amd64",
            bytes=(1536,),
            sides=(Side(**SIDE, object="3a84", samples=(SAMPLE,)), Side(**SIDE, object="77")),
        ),
    ),
    (TIMECOP_2, Timecop(**RACED_2, outcome="pass")),
]
