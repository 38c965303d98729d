import type { ReactNode } from 'react';
import { PageHeading } from '../../components/page-heading.tsx';
import styles from './auth-card.module.css';

interface AuthCardProps {
  title: string;
  lead: string;
  children: ReactNode;
  footer?: ReactNode;
}

export function AuthCard({ title, lead, children, footer }: AuthCardProps) {
  return (
    <div className={styles.card}>
      <PageHeading lead={lead}>{title}</PageHeading>
      {children}
      {footer && <p className={styles.footer}>{footer}</p>}
    </div>
  );
}
