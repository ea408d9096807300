//! Pictures of few colours as PNG (ISO/IEC 15948), for plots: a palette and one byte a dot.

use flate2::{Compression, Crc, write::ZlibEncoder};
use std::io::{Result, Write};

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];
const BITS_A_DOT: u8 = 8;
const INDEXED_COLOUR: u8 = 3;

/// A picture as the bytes of a PNG file. `dots` are positions in the palette, row by row.
///
/// **Errors**: a dimension does not fit the dots, or a dot is not in the palette.
pub fn encode_png(width: u32, palette: &[[u8; 3]], dots: &[u8]) -> Result<Vec<u8>> {
    let columns = width as usize;
    let unfit = columns == 0 || dots.is_empty() || !dots.len().is_multiple_of(columns);
    if unfit || dots.iter().any(|&dot| usize::from(dot) >= palette.len()) {
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, "dots that make no picture"));
    }
    let height = u32::try_from(dots.len() / columns).map_err(std::io::Error::other)?;
    let mut header = Vec::with_capacity(13);
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([BITS_A_DOT, INDEXED_COLOUR, 0, 0, 0]);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in dots.chunks_exact(columns) {
        // Each row begins with its filter; 0 leaves it as it is, which suits flat colours.
        packed.write_all(&[0])?;
        packed.write_all(row)?;
    }
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header)?;
    chunk(&mut file, *b"PLTE", palette.as_flattened())?;
    chunk(&mut file, *b"IDAT", &packed.finish()?)?;
    chunk(&mut file, *b"IEND", &[])?;
    Ok(file)
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) -> Result<()> {
    file.extend(u32::try_from(content.len()).map_err(std::io::Error::other)?.to_be_bytes());
    file.extend(name);
    file.extend(content);
    let mut check = Crc::new();
    check.update(&name);
    check.update(content);
    file.extend(check.sum().to_be_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn the_dots_come_back_out_of_the_file() {
        let palette = [[255, 255, 255], [1, 2, 3]];
        let file = encode_png(3, &palette, &[0, 1, 0, 1, 1, 0]).unwrap();
        assert!(file.starts_with(&SIGNATURE));
        let mut chunks = Vec::new();
        let mut rest = &file[8..];
        while !rest.is_empty() {
            let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
            let (name, content) = (&rest[4..8], &rest[8..8 + length]);
            let mut check = Crc::new();
            check.update(&rest[4..8 + length]);
            assert_eq!(rest[8 + length..12 + length], check.sum().to_be_bytes());
            chunks.push((name, content));
            rest = &rest[12 + length..];
        }
        let names: Vec<_> = chunks.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, [b"IHDR", b"PLTE", b"IDAT", b"IEND"]);
        assert_eq!(chunks[0].1, [0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
        let mut dots = Vec::new();
        flate2::read::ZlibDecoder::new(chunks[2].1).read_to_end(&mut dots).unwrap();
        assert_eq!(dots, [0, 0, 1, 0, 0, 1, 1, 0]);
    }

    #[test]
    fn dots_that_make_no_picture_are_refused() {
        let palette = [[0; 3]];
        for (width, dots) in [(0, &[0u8, 0][..]), (3, &[0, 0]), (2, &[0, 1]), (1, &[])] {
            assert!(encode_png(width, &palette, dots).is_err());
        }
    }
}
