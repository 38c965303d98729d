export { rustLanguage as grammar } from '@codemirror/lang-rust';
