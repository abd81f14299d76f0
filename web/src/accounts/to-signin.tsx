import { Navigate } from 'react-router';

/** /login and /auth are /signin (SPEC section 2). */
export default function ToSignIn() {
  return <Navigate to="/signin" replace />;
}
