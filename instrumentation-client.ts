import type { $ZodConfig } from "zod/v4/core";

// zod probes `new Function` when a schema is created, which the Content-Security-Policy reports as a violation. This runs before zod
// loads, which keeps a configuration that exists. Importing zod's `config` would add 5 kB to every page.
(globalThis as { __zod_globalConfig?: $ZodConfig }).__zod_globalConfig = { jitless: true };
