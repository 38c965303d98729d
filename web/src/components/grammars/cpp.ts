export { cppLanguage as grammar } from '@codemirror/lang-cpp';
