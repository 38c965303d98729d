export { javaLanguage as grammar } from '@codemirror/lang-java';
