import type { Service } from './service.js';

/** Evidence of a product, as the interface tells it. */
interface UploadedEvidence {
  id: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  alt: string | null;
  title: string | null;
}

/** Uploads a text as evidence of a product. */
export async function evidenceIn(
  service: Service,
  { token }: { token: string },
  product: string,
  text = 'What the screen reader said.',
): Promise<UploadedEvidence> {
  const file = Buffer.from(text);
  const { body } = await service.as(token).post(`${product}/evidence`).attach('file', file, 'heard.txt').expect(201);
  return body.evidence;
}
