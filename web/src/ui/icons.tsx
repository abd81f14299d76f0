import type { ReactNode, SVGProps } from 'react';

type IconProps = SVGProps<SVGSVGElement>;

/** Drawn on a 16-unit grid with one stroke; always decorative, the words beside it speak. */
function icon(shape: ReactNode) {
  return function Icon({ className = 'size-4', ...rest }: IconProps) {
    return (
      <svg
        viewBox="0 0 16 16"
        // A class that sets no size must not let it fill its box.
        width={16}
        height={16}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="square"
        aria-hidden="true"
        className={`shrink-0 ${className}`}
        {...rest}
      >
        {shape}
      </svg>
    );
  };
}

export const CheckIcon = icon(<path d="m3 8.5 3.2 3.2L13 4.8" />);
export const BellIcon = icon(<path d="M4 11.3V7a4 4 0 0 1 8 0v4.3M2.6 11.3h10.8M6.9 13.8h2.2" />);
export const CrossIcon = icon(<path d="m4 4 8 8m0-8-8 8" />);
export const ClockIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M8 4.8V8l2.2 1.6" />
  </>,
);
export const AlertIcon = icon(
  <>
    <path d="M8 2.2 14.4 13.6H1.6z" />
    <path d="M8 6.6v3M8 11.5v.1" />
  </>,
);
export const InfoIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M8 7.4v3.4M8 5.1v.1" />
  </>,
);
export const ChevronDownIcon = icon(<path d="m4 6 4 4 4-4" />);
export const PrintIcon = icon(
  <path d="M4.5 5.5V2h7v3.5M4.5 11.5H2v-6h12v6h-2.5M4.5 9.5h7V14h-7z" />,
);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const MinusIcon = icon(<path d="M3 8h10" />);
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="3" cy="8" r="1.4" />
    <circle cx="8" cy="8" r="1.4" />
    <circle cx="13" cy="8" r="1.4" />
  </g>,
);
/** The places of the frame. */
export const OverviewIcon = icon(
  <path d="M2.5 2.5h4.5v6H2.5zM9 2.5h4.5V6H9zM9 8h4.5v5.5H9zM2.5 10.5h4.5v3H2.5z" />,
);
export const TicketIcon = icon(
  <path d="M1.8 4h12.4v2.6a1.5 1.5 0 0 0 0 2.8V12H1.8V9.4a1.5 1.5 0 0 0 0-2.8zM9.8 4.5v1m0 2v1m0 2v1" />,
);
export const PaymentIcon = icon(
  <>
    <path d="M1.8 3.8h12.4v8.4H1.8z" />
    <circle cx="8" cy="8" r="1.8" />
    <path d="M4 8h.1M11.9 8h.1" />
  </>,
);
export const StatementIcon = icon(
  <path d="M3 2h10v12l-1.7-1.2L9.7 14 8 12.8 6.3 14l-1.6-1.2L3 14zM5.6 5.4h4.8M5.6 8.4h4.8" />,
);
export const HelpIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2M8 11.2v.1" />
  </>,
);
export const MenuIcon = icon(<path d="M2 4.5h12M2 8h12M2 11.5h12" />);
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.2" />
    <path d="m10.2 10.2 3.3 3.3" />
  </>,
);
export const UploadIcon = icon(<path d="M8 10.5v-8m-3 3 3-3 3 3M2.5 10v3.5h11V10" />);
export const DownloadIcon = icon(<path d="M8 2.5v8m-3-3 3 3 3-3M2.5 10v3.5h11V10" />);
export const FileIcon = icon(<path d="M3.5 1.8h6l3 3v9.4h-9zM9.3 2v3h3" />);
export const BanIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="m4 12 8-8" />
  </>,
);
export const FlagIcon = icon(<path d="M3.5 14V2.5h8.7L10 5.5l2.2 3H3.6" />);
export const DotIcon = icon(<circle cx="8" cy="8" r="3.2" fill="currentColor" />);
export const CopyIcon = icon(<path d="M5.5 5.5V2.3h8.2v8.2h-3.2M2.3 5.5h8.2v8.2H2.3z" />);
export const OfflineIcon = icon(
  <path d="M2 2l12 12M4.2 9.4a5.4 5.4 0 0 1 3-1.6M1.8 6.6a9 9 0 0 1 2.7-1.8M8.6 4a9 9 0 0 1 5.6 2.6M8 12.6v.1" />,
);
export const SettingsIcon = icon(
  <>
    <path d="M1.8 5h5.4M12 5h2.2M1.8 11H4m4.8 0h5.4" />
    <circle cx="9.6" cy="5" r="2.1" />
    <circle cx="6.4" cy="11" r="2.1" />
  </>,
);
export const HomeIcon = icon(<path d="M2.2 7.4 8 2.4l5.8 5M4 6.6v7h8v-7" />);
export const AccountIcon = icon(
  <>
    <circle cx="8" cy="5.4" r="2.9" />
    <path d="M2.6 14a5.5 5.5 0 0 1 10.8 0" />
  </>,
);
export const ThemeIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" stroke="none" />
  </>,
);
/** Points to where reading goes: mirrored in right-to-left text. */
export const ArrowIcon = ({ className = 'size-4', ...rest }: IconProps) => (
  <ForwardArrow className={`${className} rtl:-scale-x-100`} {...rest} />
);
const ForwardArrow = icon(<path d="M2.5 8h10.2M9 4.2 12.8 8 9 11.8" />);
export const BackIcon = ({ className = 'size-4', ...rest }: IconProps) => (
  <BackArrow className={`${className} rtl:-scale-x-100`} {...rest} />
);
/** Leads out, to where reading goes: mirrored in right-to-left text. */
export const SignOutIcon = ({ className = 'size-4', ...rest }: IconProps) => (
  <OutArrow className={`${className} rtl:-scale-x-100`} {...rest} />
);
const OutArrow = icon(<path d="M9 2.5H3v11h6M6.5 8h7.2m-2.9-2.9L13.7 8l-2.9 2.9" />);
/** Under way: it points on, so it is mirrored too. */
export const PlayIcon = ({ className = 'size-4', ...rest }: IconProps) => (
  <ForwardPlay className={`${className} rtl:-scale-x-100`} {...rest} />
);
const ForwardPlay = icon(<path d="M4.5 3v10l8-5z" />);
const BackArrow = icon(<path d="M13.5 8H3.3M7 4.2 3.2 8 7 11.8" />);
