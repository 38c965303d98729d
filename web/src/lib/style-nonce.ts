/** Allows style sheets that a library writes; the content-security policy refuses the others. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
