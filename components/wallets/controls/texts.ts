export const texts = {
  blockedBy: (name: string) => `Blocked by ${name}`,
};
