/** The program that draws pages before there is a script: the web app without a browser, which the build makes and the server runs. */

/** To an address of the API, in the name of who is to see the page. */
export type SendCall = (address: string) => Promise<Response>;

export interface PageDrawing {
  /** The bare frame, before its answers; empty for a page that asks for a password. */
  drawFrame(address: string, hasSession: boolean): Promise<string>;
  sendCallsBy(send: SendCall): void;
  /** Null where the page cannot be shown so, and when nobody waits for it any longer. */
  drawPage(address: string, isOver: () => boolean): Promise<string | null>;
}
