package dev.millrace.images;

/** An image cannot be made. */
final class ImagesException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ImagesException(String message) {
    super(message);
  }
}
