export { pythonLanguage as grammar } from '@codemirror/lang-python';
