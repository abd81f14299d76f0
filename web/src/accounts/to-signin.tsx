import { Redirect } from './redirect.tsx';

/** /login and /auth are /signin (SPEC section 2). */
export default function ToSignIn() {
  return <Redirect to="/signin" />;
}
