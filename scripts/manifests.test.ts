import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SERVER_SETTINGS } from "./postgres/server-settings.ts";

// compose.yaml, ops/kubernetes and the Dockerfile against what the code has, without an engine; `npm run bench -- image` runs them.
const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

type Container = {
  image?: string;
  command?: string[];
  args?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  networks?: string[] | Record<string, object>;
  name?: string;
  env?: { name: string; value?: string }[];
  ports?: { name: string; containerPort: number }[];
  read_only?: boolean;
  cap_drop?: string[];
  securityContext?: { readOnlyRootFilesystem?: boolean; capabilities?: { drop: string[] } };
  readinessProbe?: object;
  livenessProbe?: object;
  healthcheck?: object;
  resources?: { limits: { memory: string } };
  volumeMounts?: { mountPath: string }[];
};
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    template?: { spec: { containers: Container[]; securityContext?: { runAsNonRoot?: boolean } } };
    selector?: { matchLabels?: { app: string } };
  };
};

const compose = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, Container>;
  networks: { inside: { ipam: { config: object[] } } };
};
const resources = (parse(read("ops/kubernetes/kustomization.yaml")) as { resources: string[] }).resources;
const manifests = resources.flatMap((file) => {
  const path = join("ops/kubernetes", file === "secret.yaml" ? "secret.example.yaml" : file);
  return parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);
});
const workloads = manifests.filter(({ kind }) => kind === "Deployment" || kind === "Job");
const settings = new Set([...read(".env.example").matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name));
/** Of Node itself. */
const NODE = ["NODE_EXTRA_CA_CERTS"];

const ours = Object.entries(compose.services).filter(([, { image }]) => image === "merchant-wallet");

test("containers get only settings that exist", () => {
  const given = [
    ...ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})),
    ...manifests.flatMap(({ data, stringData, metadata }) =>
      metadata.name === "database-authority" ? [] : Object.keys({ ...data, ...stringData }),
    ),
    ...workloads.flatMap((workload) =>
      containersOf(workload).flatMap(({ env }) => (env ?? []).map(({ name }) => name)),
    ),
  ];
  expect(given.length).toBeGreaterThan(50);
  expect(given.filter((name) => !settings.has(name) && !NODE.includes(name))).toEqual([]);
});

test("the servers of compose.yaml and of ops/patroni.yml have the settings of the embedded one", () => {
  const [, ...words] = compose.services.database?.command ?? [];
  const composed = words.map((word) => word.replace("--", "").split("="));
  expect(Object.fromEntries(composed)).toEqual(SERVER_SETTINGS);
  const patroni = parse(read("ops/patroni.yml")) as {
    bootstrap: { dcs: { postgresql: { parameters: Record<string, unknown> } } };
  };
  const { parameters } = patroni.bootstrap.dcs.postgresql;
  const given = Object.keys(SERVER_SETTINGS).map((name) => [name, String(parameters[name])]);
  expect(Object.fromEntries(given)).toEqual(SERVER_SETTINGS);
});

/** The image has them, one machine alone needs them, or they weaken what production refuses. */
const NOT_IN_CONTAINERS = [
  ...["NODE_ENV", "PORT", "SERVICE_HOST", "SERVICE_PORT", "SANDBOX_BANK_PORT", "SHUTDOWN_SECONDS"],
  ...["DATA_DIR", "BACKUP_DIR", "SEED_DEMO", "ALLOW_OWNER_ROLE", "SMTP_PLAINTEXT"],
];

test("every other setting can be given to the containers, and each of a production provider to service and worker", () => {
  const given = new Set(ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})));
  const missing = [...settings].flatMap((name) => (name === undefined || given.has(name) ? [] : name));
  expect(missing.toSorted()).toEqual(NOT_IN_CONTAINERS.toSorted());
  const ofProvider = /^(RAILS$|EASYPAY_|PAYSTACK_|CARD_ISSUER_|IDENTITY_|SMS_|SMTP_URL$)/;
  const providers = [...settings].flatMap((name) => (name !== undefined && ofProvider.test(name) ? name : []));
  expect(providers.length).toBeGreaterThan(20);
  for (const name of ["service-1", "service-2", "worker"]) {
    expect(Object.keys(compose.services[name]?.environment ?? {})).toEqual(expect.arrayContaining(providers));
  }
});

test("the context of the image has every file that its sources import", () => {
  const rules = read(".dockerignore").split("\n");
  const names = rules.flatMap((rule) => (rule.startsWith("!") ? rule.slice(1) : []));
  const dropped = rules.flatMap((rule) => (rule.startsWith("**/*") ? rule.slice("**/*".length) : []));
  const isThere = (file: string) =>
    names.some((name) => file === name || file.startsWith(`${name}/`)) && !dropped.some((end) => file.endsWith(end));
  const { include } = JSON.parse(read("tsconfig.json")) as { include: string[] };
  const patterns = include.filter(isThere).map((name) => (name.endsWith(".ts") ? name : `${name}/**/*.{ts,tsx}`));
  const files = new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(isThere));
  const absent: string[] = [];
  // A set also goes through what is added meanwhile.
  for (const file of files) {
    for (const [, target = ""] of read(file).matchAll(/(?:from |import\(|import )"(\.[^"]+)"/g)) {
      const path = join(dirname(file), target);
      if (!isThere(path)) absent.push(`${file} imports ${path}`);
      else if (/\.tsx?$/.test(path)) files.add(path);
    }
  }
  expect(files.size).toBeGreaterThan(500);
  expect(absent).toEqual([]);
});

test("service and worker have the same heap everywhere, and pods room for it", () => {
  const [option = ""] = /--max-old-space-size=\d+/.exec(read("scripts/start.ts")) ?? [];
  const heap = Number(option.split("=")[1]);
  for (const name of ["service-1", "service-2", "worker"]) expect(compose.services[name]?.command?.[0]).toBe(option);
  for (const name of ["service", "worker"]) {
    const [container] = containersOf(workloads.find(({ metadata }) => metadata.name === name) as Manifest);
    expect(container?.args?.[0]).toBe(option);
    const [, most] = /^(\d+)Mi$/.exec(container?.resources?.limits.memory ?? "") ?? [];
    expect(Number(most)).toBeGreaterThanOrEqual(1.4 * heap);
  }
});

test("no process is ended because its database is away", () => {
  const alive = [
    ...ours.map(([, { healthcheck }]) => JSON.stringify(healthcheck ?? {})),
    ...workloads.flatMap((workload) =>
      containersOf(workload).map(({ livenessProbe }) => JSON.stringify(livenessProbe ?? {})),
    ),
  ];
  expect(alive.join()).toContain("4001/healthz");
  expect(alive.filter((probe) => probe.includes("/metrics"))).toEqual([]);
});

test("what verifies the certificates of the database knows their authority", () => {
  const url = manifests.flatMap(({ stringData }) => stringData?.DATABASE_URL ?? []).join();
  expect(url).toContain("sslmode=verify-full");
  for (const name of ["service", "worker", "migrate"]) {
    const [container] = containersOf(workloads.find(({ metadata }) => metadata.name === name) as Manifest);
    const file = container?.env?.find((one) => one.name === "NODE_EXTRA_CA_CERTS")?.value ?? "";
    expect(container?.volumeMounts?.map(({ mountPath }) => mountPath)).toContain(dirname(file));
  }
});

test("the proxies continue traces of the dashboard only", () => {
  const [, api = ""] = read("ops/Caddyfile").split("\napi.");
  expect(api).toMatch(
    /@stranger not remote_ip \{\$DASHBOARD_ADDRESS:[\d.]+\}\n\trequest_header @stranger -traceparent\n/,
  );
  expect(read("ops/haproxy.cfg")).toMatch(/del-header traceparent unless \{ src "\$\{DASHBOARD\}" \}/);
});

test("a volume that one of our containers writes belongs to its user", () => {
  const written = ours.flatMap(([, { volumes }]) => (volumes ?? []).filter((volume) => !volume.endsWith(":ro")));
  expect(written).toEqual(["heads:/data/heads"]);
  expect(read("Dockerfile")).toContain("RUN install -d -o 10001 -g 10001 /data/heads");
});

test("the proxy takes a caller's address from the dashboard, and from nobody else", () => {
  const [, api = ""] = read("ops/Caddyfile").split("\napi.");
  const address = /trusted_proxies \{\$DASHBOARD_ADDRESS:([\d.]+)\}\n/.exec(api)?.[1];
  expect(compose.services.dashboard?.networks).toEqual({ inside: { ipv4_address: address } });
  expect(compose.networks.inside.ipam.config).toEqual([{ subnet: "172.31.250.0/24", ip_range: "172.31.250.0/25" }]);
});

test("containers run programs that the image has", () => {
  const programs = [
    ...ours.map(([, { command }]) => programOf(command ?? ["service/main.ts"])),
    ...workloads.flatMap((workload) => containersOf(workload).map(({ args }) => programOf(args ?? []))),
  ];
  expect(programs).toContain("service/worker.ts");
  expect(programs.filter((program) => !existsSync(join(ROOT, program)))).toEqual([]);
  expect(read("ops/image/build.sh")).toContain("cp -R contract service");
});

test("containers have no rights and write nothing outside their volumes", () => {
  for (const [name, container] of ours) {
    expect([name, container.read_only, container.cap_drop]).toEqual([name, true, ["ALL"]]);
  }
  for (const workload of workloads) {
    expect(workload.spec?.template?.spec.securityContext?.runAsNonRoot).toBe(true);
    for (const { securityContext } of containersOf(workload)) {
      expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
    }
  }
  expect(read("Dockerfile")).toMatch(/^USER 10001:10001$/m);
});

test("Prometheus reads the metrics ports that the containers open, and they let it", () => {
  const { scrape_configs: jobs } = parse(read("ops/prometheus/compose.yml")) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  for (const target of jobs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets))) {
    const [name = "", port] = target.split(":");
    const { SERVICE_METRICS_PORT, WORKER_METRICS_PORT, METRICS_ADDRESSES } = compose.services[name]?.environment ?? {};
    expect([target, name === "worker" ? WORKER_METRICS_PORT : SERVICE_METRICS_PORT]).toEqual([target, port]);
    expect(METRICS_ADDRESSES).toContain("172.31.250.0/24");
  }
  const ports = workloads.flatMap((workload) =>
    containersOf(workload).flatMap(({ name, ports: open, env }) => {
      const metrics = (open ?? []).find((one) => one.name === "metrics")?.containerPort;
      return metrics ? [[name, env?.some(({ value }) => value === String(metrics))]] : [];
    }),
  );
  expect(ports).toEqual([
    ["service", true],
    ["worker", true],
  ]);
});

test("no secret has a value in the files", () => {
  const secret = /SECRET|PASSWORD|_KEY$|^DATABASE/;
  const written = ours.flatMap(([, { environment }]) =>
    Object.entries(environment ?? {}).filter(([name, value]) => secret.test(name) && !value.includes("${")),
  );
  expect(written).toEqual([]);
  const filled = manifests.flatMap(({ stringData }) => Object.entries(stringData ?? {}));
  expect(filled.filter(([name, value]) => secret.test(name) && !/^$|^1:$|:password@/.test(value))).toEqual([]);
});

test("what answers requests has two pods, probes and a disruption budget", () => {
  for (const name of ["service", "dashboard"]) {
    const workload = workloads.find(({ metadata }) => metadata.name === name);
    expect(workload?.spec).toMatchObject({ replicas: 2 });
    expect(workload && containersOf(workload)[0]).toMatchObject({ readinessProbe: {}, livenessProbe: {} });
    const budget = manifests.find(
      ({ kind, spec }) => kind === "PodDisruptionBudget" && spec?.selector?.matchLabels?.app === name,
    );
    expect(budget?.spec).toMatchObject({ minAvailable: 1 });
  }
});

test("only the migration knows the owner of the tables", () => {
  const knows = ours.filter(([, { environment }]) => environment?.DATABASE_OWNER_URL).map(([name]) => name);
  expect(knows).toEqual(["migrate"]);
  const named = workloads.filter((workload) => JSON.stringify(workload).includes('{"name":"owner"}'));
  expect(named.map(({ metadata }) => metadata.name)).toEqual(["migrate"]);
});

/** What Node runs, after its own options. */
function programOf(words: readonly string[]): string {
  return words.find((word) => !word.startsWith("-")) ?? "";
}

function containersOf({ spec }: Manifest): Container[] {
  return spec?.template?.spec.containers ?? [];
}
