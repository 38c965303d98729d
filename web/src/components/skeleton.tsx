import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps
  extends Pick<CSSProperties, 'width' | 'height' | 'aspectRatio' | 'marginBottom' | 'borderRadius'> {
  className?: string | undefined;
}

/** Holds the place of something that is still on its way. */
export function Skeleton({ className = '', ...size }: SkeletonProps) {
  return <div data-skeleton className={`${styles.skeleton} ${className}`} style={size} />;
}
