// Simulates a circuit of crypto_hash.sv: feeds words, collects digests, and watches the contract.
//
// Arguments: bits of a word, streams, words of a digest. Commands on the standard input, a line
// each:
//
//   output DESCRIPTOR                what follows is printed there
//   stalls SOURCE DESTINATION SEED   from now on, stall so many of a thousand clocks
//   message STREAM WORD...           headers and what follows them, words in hex
//   go                               until every message has its digest
//   run CLOCKS                       so many clocks, with nothing expected
//   reset                            drop all words; `rst` is high for a clock; printed
//
// A digest is printed as `digest STREAM HEX BEGUN ENDED`: the clocks in which its first word was
// read, and the last of its digest written. A breach of the contract is printed as `fault TEXT`,
// and ends it all.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "model.h"

namespace {

constexpr uint64_t PATIENCE = 20000; // clocks without a word read or written

struct Word {
    uint64_t value;
    bool begins; // a message
};

struct Stream {
    std::deque<Word> words;
    std::deque<uint64_t> begun; // clocks of messages that have no digest yet
    int awaited = 0;            // digests
    std::string digest;
    int digest_words = 0;
};

Ports circuit;
FILE *output = stdout;
std::vector<Stream> streams;
int width, words_of_a_digest, answering = -1; // the stream whose digest is on its way
uint64_t now = 0, idle = 0;
unsigned source_stalls = 0, destination_stalls = 0;
uint64_t state = 1;

uint64_t random64() { // xorshift64*
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545F4914F6CDD1DULL;
}

bool stalls(unsigned of_a_thousand) { return of_a_thousand && random64() % 1000 < of_a_thousand; }

[[noreturn]] void fault(const std::string &text) {
    std::fprintf(output, "fault %s\n", text.c_str());
    std::fflush(output);
    std::exit(0);
}

void clock_once() {
    uint64_t empty = 0;
    for (size_t s = 0; s < streams.size(); s++) {
        bool waits = !streams[s].words.empty() && !stalls(source_stalls);
        if (!waits)
            empty |= uint64_t{1} << s;
        circuit.din[s] = waits ? streams[s].words.front().value : random64();
    }
    circuit.src_ready = empty;
    circuit.dst_ready = stalls(destination_stalls);
    model_eval(circuit);

    const uint64_t read = circuit.rst ? 0 : circuit.src_read;
    if (read & empty)
        fault("reads a word that is not there (src_read while src_ready is high)");
    for (size_t s = 0; s < streams.size(); s++) {
        if (!(read >> s & 1))
            continue;
        if (streams[s].words.front().begins)
            streams[s].begun.push_back(now);
        streams[s].words.pop_front();
    }
    const bool writes = circuit.dst_write && !circuit.rst;
    if (writes) {
        if (circuit.dst_ready)
            fault("writes where there is no room (dst_write while dst_ready is high)");
        const int s = streams.size() > 1 ? int(circuit.dst_stream) : 0;
        if (size_t(s) >= streams.size())
            fault("names a stream that there is not");
        if (answering >= 0 && answering != s)
            fault("mixes the digests of two streams");
        Stream &stream = streams[s];
        if (stream.begun.empty())
            fault("writes a word that nothing asked for");
        char text[17];
        std::snprintf(text, sizeof text, "%0*llx", width / 4, (unsigned long long)circuit.dout);
        stream.digest += text;
        answering = s;
        if (++stream.digest_words == words_of_a_digest) {
            std::fprintf(output, "digest %d %s %llu %llu\n", s, stream.digest.c_str(),
                         (unsigned long long)stream.begun.front(), (unsigned long long)now);
            stream.begun.pop_front();
            stream.digest.clear();
            stream.digest_words = 0;
            stream.awaited--;
            answering = -1;
        }
    }
    idle = read || writes ? 0 : idle + 1;
    circuit.clk = 1;
    model_eval(circuit);
    circuit.clk = 0;
    now++;
}

bool is_done() {
    for (const Stream &stream : streams)
        if (stream.awaited > 0 || !stream.words.empty())
            return false;
    return true;
}

} // namespace

int main(int argc, char **argv) {
    model_begin(argc, argv);
    width = std::atoi(argv[1]);
    streams.resize(std::atoi(argv[2]));
    words_of_a_digest = std::atoi(argv[3]);
    // All of it first: whoever writes the commands may not read what is printed before that is
    // done.
    std::stringstream commands;
    commands << std::cin.rdbuf();
    std::string line, word;
    while (std::getline(commands, line)) {
        std::istringstream said(line);
        said >> word;
        if (word == "output") {
            int descriptor;
            said >> descriptor;
            output = fdopen(descriptor, "w");
            if (!output)
                return 1;
        } else if (word == "stalls") {
            said >> source_stalls >> destination_stalls >> state;
        } else if (word == "message") {
            int s;
            said >> s;
            bool begins = true;
            while (said >> word) {
                streams[s].words.push_back({std::stoull(word, nullptr, 16), begins});
                begins = false;
            }
            streams[s].awaited++;
        } else if (word == "reset") {
            for (Stream &stream : streams)
                stream = Stream{};
            answering = -1;
            circuit.rst = 1;
            clock_once();
            circuit.rst = 0;
            idle = 0;
            std::fprintf(output, "reset\n");
        } else if (word == "run") {
            uint64_t clocks;
            said >> clocks;
            while (clocks--)
                clock_once();
        } else if (word == "go") {
            idle = 0;
            while (!is_done()) {
                clock_once();
                if (idle > PATIENCE)
                    fault("makes no progress in " + std::to_string(PATIENCE) + " clocks");
            }
            std::fprintf(output, "done\n");
            std::fflush(output);
        }
    }
    return 0;
}
