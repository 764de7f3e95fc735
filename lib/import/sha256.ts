/** SHA-256 of a text, as hexadecimal digits. Here rather than from the browser: that one is asynchronous, a wait for each row. */
export function sha256(text: string): string {
  const hash = createSha256();
  hash.add(text);
  return hash.digest();
}

/** SHA-256 of texts that arrive one after the other. */
export function createSha256() {
  const state = Uint32Array.from(INITIAL);
  const words = new Uint32Array(64);
  const block = new Uint8Array(64);
  const view = new DataView(block.buffer);
  let filled = 0;
  let length = 0;
  const take = (bytes: Uint8Array) => {
    length += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + 64 - filled);
      block.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled < 64) continue;
      compress(state, view, words);
      filled = 0;
    }
  };
  return {
    add: (text: string) => take(encoder.encode(text)),
    digest(): string {
      const bits = length * 8;
      take(Uint8Array.of(0x80, ...new Uint8Array((119 - (length % 64)) % 64)));
      const tail = new DataView(new ArrayBuffer(8));
      tail.setUint32(0, Math.floor(bits / 2 ** 32));
      tail.setUint32(4, bits >>> 0);
      take(new Uint8Array(tail.buffer));
      return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
    },
  };
}

const encoder = new TextEncoder();

// The fractional parts of the square and cube roots of the first primes (FIPS 180-4).
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && isPrime(n));
const INITIAL = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));
const ROUNDS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fractionOf(Math.cbrt(prime)));

function isPrime(n: number): boolean {
  for (let by = 2; by * by <= n; by += 1) if (n % by === 0) return false;
  return true;
}

function fractionOf(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function compress(state: Uint32Array, block: DataView, words: Uint32Array): void {
  for (let i = 0; i < 16; i += 1) words[i] = block.getUint32(i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [w15, w2] = [at(words, i - 15), at(words, i - 2)];
    const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3);
    const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10);
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word;
}
