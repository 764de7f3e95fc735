import { config } from "zod/v4/core";

// zod probes `new Function` when a schema is created, which the Content-Security-Policy of the pages reports as a violation.
config({ jitless: true });
