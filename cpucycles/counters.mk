# For the Makefile that includes this: the sources, the directories that they are in, and a rule for list.c, the list
# of all counters, which is made in $(OUT) from the names of their files. Of counters that are equally good the first in
# the list is chosen, so those of processors come before those of the kernel.
cpucycles_room := $(dir $(lastword $(MAKEFILE_LIST)))
cpucycles_places := $(cpucycles_room) $(cpucycles_room)processors $(cpucycles_room)anywhere
cpucycles_counters := $(basename $(notdir $(sort $(wildcard $(cpucycles_room)processors/*.c)) $(sort $(wildcard $(cpucycles_room)anywhere/*.c))))
cpucycles_names := $(addprefix cpucycles_,$(subst -,_,$(cpucycles_counters)))
cpucycles_sources := choose.c trial.c calibrate.c guard.c perf.c list.c $(addsuffix .c,$(cpucycles_counters))

$(OUT)/list.c: $(cpucycles_places)
	@{ echo '#include "cpucycles.h"'; \
	printf 'extern const struct cpucycles_counter %s;\n' $(cpucycles_names); \
	echo 'const struct cpucycles_counter *const cpucycles_candidates[] = {'; \
	printf '    &%s,\n' $(cpucycles_names); echo '    0,'; echo '};'; } > $@
