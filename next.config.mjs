/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  compress: true,
  // No page shows pictures; without this anybody could have Next fetch and scale what they name.
  images: { unoptimized: true },
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  experimental: {
    // Few and larger scripts: a page named 16 to 20 of them and loaded 15 to 20 more when idle, most below 10 kB. Sizes are bytes
    // before compression.
    turbopackChunking: { minChunkSize: 400_000, maxChunkCountPerGroup: 3, maxMergeChunkSize: 1_000_000 },
  },
  // Addresses in mails and bookmarks from before. A redirect keeps the query.
  redirects: async () => [
    { source: "/books", destination: "/reconciliation/ledger", permanent: true },
    { source: "/transfers", destination: "/transactions", permanent: true },
    { source: "/transfers/:path*", destination: "/transactions/:path*", permanent: true },
  ],
  // Pages get theirs from proxy.ts, answers below /api their own; this is for the files.
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "Referrer-Policy", value: "no-referrer" },
      ],
    },
  ],
};

export default config;
