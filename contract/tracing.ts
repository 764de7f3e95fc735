import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Context, Link, Span as OtelSpan, SpanContext } from "@opentelemetry/api";

/** A span in progress. `traceparent` is its W3C trace context, which the next process continues. */
export type Span = {
  readonly traceparent: string;
  readonly traceId: string;
  /** Adds a link to a span of another trace. A malformed one is ignored. */
  link(traceparent: string): void;
  /** Ends the span. `error` is a code or the name of an error, never its message: messages may quote personal data. */
  end(attributes?: Attributes, error?: string): void;
};

export type SpanStart = {
  kind: "server" | "client" | "producer" | "internal";
  /** The span continues this trace; without it, or if it is malformed, a new trace begins. */
  parent?: string | null | undefined;
  links?: readonly string[];
  attributes?: Attributes;
};

/**
 * The traces of one process. Names and attributes hold templates, codes, counts and random IDs only. Decision 0185.
 */
export type Tracing = {
  start(name: string, start: SpanStart): Span;
  /** Calls `work` with `span` as the current one, also for everything it starts. */
  run<T>(span: Span, work: () => T): T;
  current(): Span | undefined;
  /** Sends the spans that are still in memory. */
  close(): Promise<void>;
};

/** The part of new traces that is recorded, from 0 to 1. */
export type TracingSettings = { sampleRatio: number };

/**
 * Starts tracing for a process; without settings nothing of OpenTelemetry is loaded. The exporter reads the standard
 * `OTEL_EXPORTER_OTLP_*` variables itself, and `OTEL_RESOURCE_ATTRIBUTES` names the environment. Decision 0185.
 */
export async function openTracing(settings: TracingSettings | null, serviceName: string): Promise<Tracing | undefined> {
  if (settings === null) return undefined;
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.detectResources({ detectors: [resources.envDetector] }))
      .merge(resources.resourceFromAttributes({ "service.name": serviceName })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.sampleRatio) }),
    // A flush links up to 256 postings.
    spanLimits: { linkCountLimit: 256 },
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: EXPORT_EVERY_MS }),
    ],
  });
  const tracer = provider.getTracer("merchant-wallet");
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    internal: SpanKind.INTERNAL,
  };
  const storage = new AsyncLocalStorage<Span>();

  function contextOf(parent: string | null | undefined): Context {
    const spanContext = parent ? parseTraceparent(parent) : undefined;
    return spanContext ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
  }

  return {
    start(name, { kind, parent, links = [], attributes = {} }) {
      const options = { kind: kinds[kind], attributes, links: links.flatMap(linkOf) };
      return spanOver(tracer.startSpan(name, options, contextOf(parent)), SpanStatusCode.ERROR);
    },
    run: (span, work) => storage.run(span, work),
    current: () => storage.getStore(),
    close: () => provider.shutdown(),
  };
}

const EXPORT_EVERY_MS = 1_000;

function spanOver(span: OtelSpan, errorStatus: number): Span {
  const context = span.spanContext();
  return {
    traceparent: formatTraceparent(context),
    traceId: context.traceId,
    link(traceparent) {
      span.addLinks(linkOf(traceparent));
    },
    end(attributes = {}, error) {
      span.setAttributes(attributes);
      if (error !== undefined) span.setAttribute("error.type", error).setStatus({ code: errorStatus });
      span.end();
    },
  };
}

function linkOf(traceparent: string): Link[] {
  const context = parseTraceparent(traceparent);
  return context ? [{ context }] : [];
}

function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** Version 00 of the W3C trace context; anything else is undefined. */
function parseTraceparent(text: string): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? [];
  if (traceId === "" || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
