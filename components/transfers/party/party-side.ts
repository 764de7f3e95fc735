export type PartySide = "from" | "to";

export const sideLabels: Record<PartySide, string> = { from: "From", to: "To" };
