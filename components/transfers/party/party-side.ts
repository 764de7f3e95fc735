import { texts } from "./texts.ts";

export type PartySide = "from" | "to";

export const sideLabels: Record<PartySide, string> = { from: texts.from, to: texts.to };
