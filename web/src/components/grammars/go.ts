export { goLanguage as grammar } from '@codemirror/lang-go';
