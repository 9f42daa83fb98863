// A circuit as the testbench sees it, whatever its width and its streams.
#include <cstdint>

struct Ports {
    uint64_t din[32] = {}; // of each stream
    uint64_t src_ready = 0, src_read = 0, dout = 0, dst_stream = 0;
    bool clk = false, rst = false, dst_ready = false, dst_write = false;
};

// `argv` has Verilator's own words, such as +verilator+seed+1.
void model_begin(int argc, char **argv);
// Inputs go in, and outputs come out.
void model_eval(Ports &ports);
