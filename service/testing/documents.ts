/** A small complete document of each accepted type. `text` makes two of them differ. */
export function testPdf(text = "Certificate"): Buffer {
  return Buffer.from(`%PDF-1.4\n1 0 obj << /Title (${text}) >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`);
}

export const TEST_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** The beginning and end of a JPEG with `bytes` bytes between them. */
export function testJpeg(bytes = 100): Buffer {
  const head = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");
  return Buffer.concat([head, Buffer.alloc(bytes, 7), Buffer.from("ffd9", "hex")]);
}

/** A multipart body with these files, by the names of their fields. */
export function multipartOf(files: readonly (readonly [field: string, fileName: string, content: Buffer])[]): {
  payload: Buffer;
  headers: Record<string, string>;
} {
  const parts = files.flatMap(([field, fileName, content]) => [
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\n`),
    content,
    Buffer.from("\r\n"),
  ]);
  return {
    payload: Buffer.concat([...parts, Buffer.from("--b--\r\n")]),
    headers: { "content-type": "multipart/form-data; boundary=b" },
  };
}
