export const texts = {
  tierChanged: (from: string, to: string) => `Tier changed: ${from} → ${to}`,
};
