# One image for every process; the command chooses it (compose.yaml, ops/kubernetes):
#   service/main.ts · service/worker.ts · service/sandbox-bank.ts · service/platform.ts migrate · node_modules/next/dist/bin/next start -H 0.0.0.0
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN sh ops/image/build.sh /source /image

FROM node:24-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 SERVICE_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /image /app
COPY ops/image/health.mjs /app/health.mjs
# A new volume of the worker's daily heads takes over this owner.
RUN install -d -o 10001 -g 10001 /data/heads
# Owns nothing else: the root file system may be read-only, and no process writes outside /tmp and /data.
USER 10001:10001
EXPOSE 3000 4000 4100
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s CMD ["node", "health.mjs", "http://127.0.0.1:4000/healthz"]
ENTRYPOINT ["node"]
CMD ["service/main.ts"]
