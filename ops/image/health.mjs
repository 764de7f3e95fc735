// The health check of a container: exits with 0 if the address answers with a 2xx status.
const reply = await fetch(process.argv[2] ?? "", { signal: AbortSignal.timeout(2_500) }).catch(() => null);
process.exit(reply?.ok ? 0 : 1);
