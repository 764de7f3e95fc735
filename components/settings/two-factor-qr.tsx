import { encode } from "uqr";

/** The address of the secret as a QR code: one path, without any style of its own, so the page's policy stays as it is. */
export function TwoFactorQr({ uri }: { uri: string }) {
  const { data, size } = encode(uri, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    // Always dark on white: half of the readers take nothing else.
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control border"
    >
      <rect width={size} height={size} className="fill-(--qr-light)" />
      <path d={path} className="fill-(--qr-dark)" />
    </svg>
  );
}
