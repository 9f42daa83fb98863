// The circuit that Verilator made, behind model.h. Macros: W (bits of a word), STREAMS.
#include "model.h"

#include "Vcrypto_hash.h"
#include "verilated.h"

static Vcrypto_hash *circuit;

void model_begin(int argc, char **argv) {
    Verilated::commandArgs(argc, argv);
    circuit = new Vcrypto_hash;
}

// A port of up to 64 bits is an integer, and a wider one an array of words of 32.
template <class T> static void put(T &port, int stream, uint64_t value) {
    if constexpr (STREAMS * W <= 64) {
        const uint64_t mask = (W == 64 ? 0 : uint64_t{1} << (W % 64)) - 1;
        port = (port & ~(mask << (stream * W % 64))) | (value & mask) << (stream * W % 64);
    } else {
        for (int part = 0; part < W / 32; part++)
            port[stream * W / 32 + part] = uint32_t(value >> 32 * part);
    }
}

void model_eval(Ports &ports) {
    for (int s = 0; s < STREAMS; s++)
        put(circuit->din, s, ports.din[s]);
    circuit->src_ready = ports.src_ready;
    circuit->dst_ready = ports.dst_ready;
    circuit->rst = ports.rst;
    circuit->clk = ports.clk;
    circuit->eval();
    ports.src_read = circuit->src_read;
    ports.dout = circuit->dout;
    ports.dst_write = circuit->dst_write;
#if STREAMS > 1
    ports.dst_stream = circuit->dst_stream;
#endif
}
