import { createImportDesk } from "./import-desk.ts";
import type { Ask } from "./worker-messages.ts";

const answer = createImportDesk((message) => self.postMessage(message));

self.addEventListener("message", ({ data }: MessageEvent<Ask>) => void answer(data));
