/**
 * What react-pdf extends of pdf.js's own viewer, a large program of which a statement needs nothing else: the build puts
 * this in its place (vite.config.ts). Links inside a statement and out of it are react-pdf's own.
 */
interface AttachmentSource {
  getAttachmentContent(id: string): Promise<Uint8Array | null>;
}

/** Nobody listens: forms and scripts of a statement do nothing here. */
export class EventBus {
  dispatch(): void {}
}

export class SimpleLinkService {
  readonly eventBus: EventBus;
  pdfDocument: AttachmentSource | null = null;

  constructor({ eventBus }: { eventBus: EventBus }) {
    this.eventBus = eventBus;
  }

  async getAttachmentContent(id: string): Promise<Uint8Array | null> {
    return (await this.pdfDocument?.getAttachmentContent(id)) ?? null;
  }
}
