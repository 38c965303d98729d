/**
 * A test set as it is stored: which files, in which order, worth what, checked how. Files are named by the
 * SHA-256 of their content in hexadecimal, so a worker that has a file never fetches it again.
 */
export interface TestSetPlan {
  readonly tests: readonly {
    readonly name: string;
    readonly input: string;
    readonly answer: string;
    readonly group: string | null;
    readonly isSample: boolean;
  }[];
  readonly groups: readonly {
    readonly name: string;
    readonly points: number;
    readonly dependsOn: readonly string[];
  }[];
  readonly stopAtFirstFailure: boolean;
  readonly checker:
    | { readonly name: 'tokens' | 'exact' | 'lines' }
    | { readonly name: 'floats'; readonly absolute: number; readonly relative: number }
    | {
        readonly name: 'program';
        /** The files' bytes in base64. */
        readonly source: string;
        readonly headers: Readonly<Record<string, string>>;
        /** What its points are out of; absent when the manifest does not say. */
        readonly points?: 'share' | 'percent' | 'absolute';
      };
}
