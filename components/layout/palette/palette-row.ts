import type { LucideIcon } from "lucide-react";

/** One row that Enter opens. `id` is stable, so that the chosen row survives new results. */
export type PaletteRow = { id: string; icon: LucideIcon; text: string; note?: string; run: () => void };
