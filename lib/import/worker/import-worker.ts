import { createCallHandler } from "./call-handler.ts";
import type { WorkerCall } from "./worker-messages.ts";

const handle = createCallHandler((message) => self.postMessage(message));

self.addEventListener("message", ({ data }: MessageEvent<WorkerCall>) => void handle(data));
