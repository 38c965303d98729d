export { javascriptLanguage as grammar } from '@codemirror/lang-javascript';
