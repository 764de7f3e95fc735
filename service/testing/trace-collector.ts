import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as an OpenTelemetry collector receives it; times in ns. */
export type CollectedSpan = {
  process: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
};

type Attribute = { key: string; value: Record<string, unknown> };
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, "attributes" | "process"> & { attributes: Attribute[] })[] }[];
  }[];
};

/** A collector on a port of 127.0.0.1 that takes spans by OTLP over HTTP. `text` is all it received. */
export async function openTraceCollector() {
  const spans: CollectedSpan[] = [];
  let text = "";
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    text += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const process = String(valuesOf(resource.attributes)["service.name"]);
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, process, attributes: valuesOf(span.attributes), links: span.links ?? [] });
      }
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => text,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * A trace as text, one line for each span: when it began after the first one and how long it took (ms), its process, name and attributes.
 * A span of another trace stands once, below one that links to it.
 */
export function textOfTrace(spans: readonly CollectedSpan[], traceId: string): string {
  const inOrder = spans.toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const roots = inOrder.filter((span) => span.traceId === traceId && !span.parentSpanId);
  const start = BigInt(roots[0]?.startTimeUnixNano ?? 0);
  const shown = new Set<CollectedSpan>();
  return roots.flatMap((root) => linesOf(root, "")).join("\n");

  function linesOf(span: CollectedSpan, indent: string, mark = ""): string[] {
    if (shown.has(span)) return [];
    shown.add(span);
    const from = millisecondsBetween(start, BigInt(span.startTimeUnixNano));
    const took = millisecondsBetween(BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano));
    const attributes = Object.entries(span.attributes).map(([key, value]) => `${key}=${value}`);
    const line = `${from.padStart(7)} ${took.padStart(7)}  ${indent}${mark}${span.process}: ${span.name}  ${attributes.join(" ")}`;
    const linked = inOrder.filter(({ spanId }) => span.links.some((link) => link.spanId === spanId));
    const children = inOrder.filter(({ parentSpanId }) => parentSpanId === span.spanId);
    return [
      line.trimEnd(),
      ...linked.flatMap((one) => linesOf(one, `${indent}  `, "by link ")),
      ...children.flatMap((one) => linesOf(one, `${indent}  `)),
    ];
  }
}

function millisecondsBetween(from: bigint, to: bigint): string {
  return (Number(to - from) / 1e6).toFixed(1);
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
